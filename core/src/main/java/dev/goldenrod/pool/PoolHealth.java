package dev.goldenrod.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The health of a pool: whether its warm clones can be created.
 *
 * @param message why no clone can be created, or what clones wait for; else empty
 * @param failures how many attempts in a row failed
 * @param retryAt when to try again; null for at once
 */
public record PoolHealth(String message, int failures, @Nullable Instant retryAt) {
  /** The health of a pool without known failures. */
  public static final PoolHealth GOOD = new PoolHealth("", 0, null);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final int MAX_DOUBLINGS = 5;

  public PoolHealth {
    Objects.requireNonNull(message);
  }

  /**
   * Returns a copy with one more failure, whose retry is delayed exponentially up to five minutes.
   */
  public PoolHealth failed(String reason, Instant now) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
    Instant next = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    return new PoolHealth(reason, failures + 1, next);
  }

  /** Returns a copy whose clones wait for the reason; an empty reason keeps that of a failure. */
  public PoolHealth waiting(String reason) {
    return reason.isEmpty() && failures > 0 ? this : new PoolHealth(reason, failures, retryAt);
  }

  /** Returns whether a clone may be created now. */
  public boolean allowsTryAt(Instant now) {
    return retryAt == null || !now.isBefore(retryAt);
  }
}
