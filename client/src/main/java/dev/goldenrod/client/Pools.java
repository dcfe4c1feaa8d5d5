package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stocks of warm clones. Thread-safe. */
public final class Pools {
  private final TypedApi api;

  Pools(TypedApi api) {
    this.api = api;
  }

  /** Makes one. */
  public Pool create(CreatePoolRequest request) {
    return api.post("/v1/pools", request, Pool.class);
  }

  /** All of them. */
  public List<Pool> list() {
    return api.list("/v1/pools", "pools", Pool.class);
  }

  /** The one of that id. */
  public Pool get(String id) {
    return api.get(path(id), Pool.class);
  }

  /** Has it keep so many clones ready; 0 to 100. */
  public Pool update(String id, int target) {
    return api.patch(path(id), Map.of("target", target), Pool.class);
  }

  /** Deletes it, with its clones that nobody has claimed. */
  public void delete(String id) {
    api.delete(path(id));
  }

  private static String path(String id) {
    return TypedApi.path("/v1/pools/", id);
  }

  /**
   * A stock of warm clones.
   *
   * @param goldenVersion the version its clones are made of; 0 when the golden has none
   * @param cluster the name of the cluster that it was made for, that its clones are in, or that
   *     alone holds its data; null when there is no such one
   * @param size one of small, medium, large
   * @param ready warm clones that can be claimed at once
   * @param message why no clone can be made; empty when they can
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
   * What {@code createPool} takes.
   *
   * @param version 0 follows the latest version
   * @param size one of small, medium, large
   * @param cluster the name or id of the cluster that its clones are to be in, which has to hold
   *     the data; where a launch goes when it is missing
   */
  public record CreatePoolRequest(
      String golden,
      @Nullable Integer version,
      @Nullable String size,
      int target,
      @Nullable String cluster) {
    /** With what has to be said. */
    public static CreatePoolRequest of(String golden, int target) {
      return new CreatePoolRequest(golden, null, null, target, null);
    }

    /** With that {@code version}. */
    public CreatePoolRequest withVersion(int version) {
      return new CreatePoolRequest(golden, version, size, target, cluster);
    }

    /** With that {@code size}. */
    public CreatePoolRequest withSize(String size) {
      return new CreatePoolRequest(golden, version, size, target, cluster);
    }

    /** With that {@code cluster}. */
    public CreatePoolRequest withCluster(String cluster) {
      return new CreatePoolRequest(golden, version, size, target, cluster);
    }
  }
}
