package dev.goldenrod.reconcile;

import java.time.Duration;

/** How long to wait after so many reconciliations in a row without progress. */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(250);
  static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int MAX_DOUBLINGS = 7;

  private Backoff() {}

  /** A quarter of a second, doubled with each attempt, half a minute at most. */
  static Duration after(int attempts) {
    Duration wait = FIRST.multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
