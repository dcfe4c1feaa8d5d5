package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pools of warm clones. Thread-safe. */
public final class Pools {
  private final TypedApi api;

  Pools(TypedApi api) {
    this.api = api;
  }

  /** Creates a pool. */
  public Pool create(CreatePoolRequest request) {
    return api.post("/v1/pools", request, Pool.class);
  }

  /** Returns all pools. */
  public List<Pool> list() {
    return api.list("/v1/pools", "pools", Pool.class);
  }

  /** Returns a pool by its id. */
  public Pool get(String id) {
    return api.get(path(id), Pool.class);
  }

  /** Sets the number of clones to keep ready, 0 to 100. */
  public Pool update(String id, int target) {
    return api.patch(path(id), Map.of("target", target), Pool.class);
  }

  /** Deletes a pool and its unclaimed clones. */
  public void delete(String id) {
    api.delete(path(id));
  }

  private static String path(String id) {
    return TypedApi.path("/v1/pools/", id);
  }

  /**
   * A pool of warm clones.
   *
   * @param goldenVersion version of its clones; 0 if the golden has none
   * @param cluster name of the cluster that was requested, that contains the clones, or that alone
   *     holds the data; null if none applies
   * @param size one of small, medium, large
   * @param ready number of warm clones that can be claimed at once
   * @param message why clones cannot be created; empty if they can
   */
  public record Pool(
      String id,
      String golden,
      int goldenVersion,
      @Nullable String cluster,
      String size,
      int target,
      int ready,
      String message,
      Instant createdAt) {}

  /**
   * Request body of {@code createPool}.
   *
   * @param version 0 to follow the latest version
   * @param size one of small, medium, large
   * @param cluster name or id of the cluster, which must hold the data; if null, chosen as for a
   *     launch
   */
  public record CreatePoolRequest(
      String golden,
      @Nullable Integer version,
      @Nullable String size,
      int target,
      @Nullable String cluster) {
    /** Returns a request with only the required fields. */
    public static CreatePoolRequest of(String golden, int target) {
      return new CreatePoolRequest(golden, null, null, target, null);
    }

    /** Returns a copy with the given {@code version}. */
    public CreatePoolRequest withVersion(int version) {
      return new CreatePoolRequest(golden, version, size, target, cluster);
    }

    /** Returns a copy with the given {@code size}. */
    public CreatePoolRequest withSize(String size) {
      return new CreatePoolRequest(golden, version, size, target, cluster);
    }

    /** Returns a copy with the given {@code cluster}. */
    public CreatePoolRequest withCluster(String cluster) {
      return new CreatePoolRequest(golden, version, size, target, cluster);
    }
  }
}
