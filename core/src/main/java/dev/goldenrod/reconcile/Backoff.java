package dev.goldenrod.reconcile;

import java.time.Duration;

/** The delay after consecutive reconciliations without progress. */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(250);
  static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int MAX_DOUBLINGS = 7;

  private Backoff() {}

  /** Returns a quarter of a second, doubled with each attempt, up to half a minute. */
  static Duration after(int attempts) {
    Duration wait = FIRST.multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
