package dev.goldenrod.pool;

import dev.goldenrod.instance.InstanceSize;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pool of warm clones of one golden.
 *
 * @param golden the golden's name
 * @param version the version to clone; 0 follows the latest
 * @param target how many warm clones to keep; 0 drains the pool
 * @param clusterId the cluster of its clones; null for the cluster that a launch would choose
 */
public record Pool(
    UUID id,
    UUID orgId,
    UUID goldenId,
    String golden,
    int version,
    InstanceSize size,
    int target,
    Instant createdAt,
    PoolHealth health,
    @Nullable UUID clusterId) {
  /** The maximum of {@link #target}. */
  public static final int MAX_TARGET = 100;

  public Pool {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(size);
    Objects.requireNonNull(createdAt);
    Objects.requireNonNull(health);
    if (version < 0) {
      throw new IllegalArgumentException("pool version " + version + " is negative");
    }
    if (target < 0 || target > MAX_TARGET) {
      throw new IllegalArgumentException("pool target " + target + " is not 0 to " + MAX_TARGET);
    }
  }

  /** Creates a healthy pool without a chosen cluster. */
  public Pool(
      UUID id,
      UUID orgId,
      UUID goldenId,
      String golden,
      int version,
      InstanceSize size,
      int target,
      Instant createdAt) {
    this(id, orgId, goldenId, golden, version, size, target, createdAt, PoolHealth.GOOD, null);
  }

  /** Returns a copy whose clones are to be made in the given cluster. */
  public Pool inCluster(@Nullable UUID cluster) {
    return new Pool(id, orgId, goldenId, golden, version, size, target, createdAt, health, cluster);
  }

  /** Returns a copy with another target, which is retried at once. */
  public Pool withTarget(int newTarget) {
    return new Pool(id, orgId, goldenId, golden, version, size, newTarget, createdAt)
        .inCluster(clusterId);
  }

  /** Returns a copy with the given health. */
  public Pool withHealth(PoolHealth newHealth) {
    return new Pool(
        id, orgId, goldenId, golden, version, size, target, createdAt, newHealth, clusterId);
  }
}
