package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.Clusters;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A cluster. */
public record ClusterView(
    UUID id,
    String name,
    String kind,
    String status,
    @Nullable String lastSeenAt,
    String createdAt) {
  /** A cluster, as the answer to its registration shows it. */
  public record Created(
      UUID id, String name, String kind, String status, String agentToken, String createdAt) {
    /** Everything but the token. */
    @Override
    public String toString() {
      return "Created[" + id + " " + name + "]";
    }
  }

  public static ClusterView of(Cluster cluster, boolean online) {
    return new ClusterView(
        cluster.id(),
        cluster.name(),
        cluster.kind().wireName(),
        status(online),
        Timestamps.textOrNull(cluster.lastSeenAt()),
        Timestamps.text(cluster.createdAt()));
  }

  public static Created created(Clusters.Created created, boolean online) {
    Cluster cluster = created.cluster();
    return new Created(
        cluster.id(),
        cluster.name(),
        cluster.kind().wireName(),
        status(online),
        created.agentToken(),
        Timestamps.text(cluster.createdAt()));
  }

  private static String status(boolean online) {
    return online ? "online" : "offline";
  }
}
