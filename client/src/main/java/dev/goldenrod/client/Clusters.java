package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Data planes that are registered. Thread-safe. */
public final class Clusters {
  private final TypedApi api;

  Clusters(TypedApi api) {
    this.api = api;
  }

  /** Registers one that an agent is to dial in from; the agent's token is in no later answer. */
  public CreatedCluster create(String name) {
    return api.post("/v1/clusters", Map.of("name", name), CreatedCluster.class);
  }

  /** All of them. */
  public List<Cluster> list() {
    return api.list("/v1/clusters", "clusters", Cluster.class);
  }

  /** The one of that id. */
  public Cluster get(String id) {
    return api.get(path(id), Cluster.class);
  }

  /** Deletes one that has nothing in it any more. */
  public void delete(String id) {
    api.delete(path(id));
  }

  /** Gives its agent another token. */
  public ClusterToken renewToken(String id) {
    return api.post(path(id) + "/token", ClusterToken.class);
  }

  private static String path(String id) {
    return TypedApi.path("/v1/clusters/", id);
  }

  /**
   * A registered data plane.
   *
   * @param kind one of embedded, agent
   * @param status one of online, offline
   * @param version the release that runs it, as it was connected last; null until it was connected
   * @param storage the storage of its volumes; null when they have none in common, as on
   *     Kubernetes, or another server holds it
   * @param message how the data plane keeps data, and what is wrong with that; empty when it says
   *     nothing, or another server holds it
   */
  public record Cluster(
      String id,
      String name,
      String kind,
      String status,
      @Nullable Instant lastSeenAt,
      @Nullable String dataPlane,
      @Nullable String version,
      @Nullable StorageUse storage,
      String message,
      Instant createdAt) {}

  /**
   * A storage, in bytes.
   *
   * @param usedBytes what is written there, by whatever program
   * @param freeBytes what can still be written
   */
  public record StorageUse(long usedBytes, long freeBytes) {}

  /**
   * A new cluster.
   *
   * @param kind one of embedded, agent
   * @param status one of online, offline
   * @param agentToken what the agent dials in with, shown this once
   */
  public record CreatedCluster(
      String id, String name, String kind, String status, String agentToken, Instant createdAt) {
    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * What a cluster's agent dials in with.
   *
   * @param token shown this once
   */
  public record ClusterToken(String token) {
    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}
