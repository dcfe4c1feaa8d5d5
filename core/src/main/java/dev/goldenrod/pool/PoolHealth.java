package dev.goldenrod.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the making of a pool's warm clones goes.
 *
 * @param message why no clone can be made; empty when they can
 * @param failures how many tries in a row failed
 * @param retryAt when to try again; null for at once
 */
public record PoolHealth(String message, int failures, @Nullable Instant retryAt) {
  /** Clones can be made, as far as is known. */
  public static final PoolHealth GOOD = new PoolHealth("", 0, null);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final int MAX_DOUBLINGS = 5;

  public PoolHealth {
    Objects.requireNonNull(message);
  }

  /** One more try failed, for that reason: the next one comes later. */
  public PoolHealth failed(String reason, Instant now) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
    Instant next = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    return new PoolHealth(reason, failures + 1, next);
  }

  /** Clones are waiting for something; an empty reason leaves the one that is known. */
  public PoolHealth waiting(String reason) {
    return reason.isEmpty() && failures > 0 ? this : new PoolHealth(reason, failures, retryAt);
  }

  /** Whether a clone may be made then. */
  public boolean allowsTryAt(Instant now) {
    return retryAt == null || !now.isBefore(retryAt);
  }
}
