package dev.goldenrod.pool;

import dev.goldenrod.instance.InstanceSize;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A stock of warm clones of one golden.
 *
 * @param golden the golden's name
 * @param version the version to clone; 0 follows the latest
 * @param target how many warm clones to keep; 0 drains the pool
 */
public record Pool(
    UUID id,
    UUID orgId,
    UUID goldenId,
    String golden,
    int version,
    InstanceSize size,
    int target,
    Instant createdAt) {
  /** The most warm clones a pool keeps. */
  public static final int MAX_TARGET = 100;

  public Pool {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(size);
    Objects.requireNonNull(createdAt);
    if (version < 0) {
      throw new IllegalArgumentException("pool version " + version + " is negative");
    }
    if (target < 0 || target > MAX_TARGET) {
      throw new IllegalArgumentException("pool target " + target + " is not 0 to " + MAX_TARGET);
    }
  }

  /** The same pool, keeping so many. */
  public Pool targeting(int newTarget) {
    return new Pool(id, orgId, goldenId, golden, version, size, newTarget, createdAt);
  }
}
