package dev.goldenrod.dataplane.remote.agent;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between attempts to connect: each up to twice as long as the one before, and a random
 * part of that, so that many agents do not come at once to a server that is back.
 */
final class ReconnectBackoff {
  private static final long FIRST_MS = 500;
  private static final long LONGEST_MS = 15_000;

  private long longest = FIRST_MS;

  Duration next() {
    long most = longest;
    longest = Math.min(2 * most, LONGEST_MS);
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 10, most + 1));
  }

  /** A connection was made: the next pause is a short one. */
  void reset() {
    longest = FIRST_MS;
  }
}
