package dev.goldenrod.pool;

import dev.goldenrod.instance.InstanceSize;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stock of warm clones of one golden.
 *
 * @param golden the golden's name
 * @param version the version to clone; 0 follows the latest
 * @param target how many warm clones to keep; 0 drains the pool
 * @param clusterId the cluster that its clones are to be in; null for that of a launch
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
  /** The most warm clones a pool keeps. */
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

  /** A pool of which no clone was made yet, and whose clones go where a launch does. */
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

  /** The same pool, whose clones are to be in that cluster. */
  public Pool inCluster(@Nullable UUID cluster) {
    return new Pool(id, orgId, goldenId, golden, version, size, target, createdAt, health, cluster);
  }

  /** The same pool, keeping so many, and trying at once to have them. */
  public Pool withTarget(int newTarget) {
    return new Pool(id, orgId, goldenId, golden, version, size, newTarget, createdAt)
        .inCluster(clusterId);
  }

  /** The same pool, whose clones are made as that says. */
  public Pool withHealth(PoolHealth newHealth) {
    return new Pool(
        id, orgId, goldenId, golden, version, size, target, createdAt, newHealth, clusterId);
  }
}
