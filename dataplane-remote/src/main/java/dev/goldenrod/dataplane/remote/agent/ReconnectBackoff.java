package dev.goldenrod.dataplane.remote.agent;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The delays between connection attempts. The upper bound doubles each time; the delay is a random
 * part of the bound, so that many agents do not reconnect at once to a restarted server.
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

  void reset() {
    longest = FIRST_MS;
  }
}
