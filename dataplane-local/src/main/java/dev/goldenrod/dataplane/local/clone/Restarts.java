package dev.goldenrod.dataplane.local.clone;

import java.time.Duration;
import java.util.Optional;

/** When to start a server again that ended, and when to give up. Not thread-safe. */
final class Restarts {
  private static final int LIMIT = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

  private int failures;
  private long upSince;

  /** The server is up. */
  void up() {
    upSince = System.nanoTime();
  }

  /** The server that was up has ended. */
  void down() {
    if (System.nanoTime() - upSince >= LONG_ENOUGH.toNanos()) {
      failures = 0;
    }
    failures++;
  }

  /** The server did not come up. */
  void failed() {
    failures++;
  }

  /** Past failures do not count any more. */
  void forgive() {
    failures = 0;
  }

  /** How long to wait before the next start; empty when there were too many failures in a row. */
  Optional<Duration> pause() {
    if (failures > LIMIT) {
      return Optional.empty();
    }
    return Optional.of(
        failures <= 1 ? Duration.ZERO : FIRST_PAUSE.multipliedBy(1L << (failures - 2)));
  }
}
