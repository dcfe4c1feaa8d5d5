package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Registered data planes. Thread-safe. */
public final class Clusters {
  private final TypedApi api;

  Clusters(TypedApi api) {
    this.api = api;
  }

  /** Registers a cluster for an agent. The agent's token is returned only here. */
  public CreatedCluster create(String name) {
    return api.post("/v1/clusters", Map.of("name", name), CreatedCluster.class);
  }

  /** Returns all clusters. */
  public List<Cluster> list() {
    return api.list("/v1/clusters", "clusters", Cluster.class);
  }

  /** Returns a cluster by its id. */
  public Cluster get(String id) {
    return api.get(path(id), Cluster.class);
  }

  /** Deletes an empty cluster. */
  public void delete(String id) {
    api.delete(path(id));
  }

  /** Replaces the token of the cluster's agent. */
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
   * @param version Goldenrod release at its latest connection; null if it has never connected
   * @param storage storage of its volumes; null if they share none, as on Kubernetes, or if the
   *     cluster is connected to another server
   * @param message how it stores data and any problem with it; empty if there is nothing to report
   *     or the cluster is connected to another server
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
   * Storage use in bytes.
   *
   * @param usedBytes used by any program
   * @param freeBytes available for new data
   */
  public record StorageUse(long usedBytes, long freeBytes) {}

  /**
   * A new cluster.
   *
   * @param kind one of embedded, agent
   * @param status one of online, offline
   * @param agentToken token for the agent, returned only here
   */
  public record CreatedCluster(
      String id, String name, String kind, String status, String agentToken, Instant createdAt) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * The new token of a cluster's agent.
   *
   * @param token returned only here
   */
  public record ClusterToken(String token) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}
