package dev.goldenrod.dataplane.local.work;

import java.time.Duration;

/** Determines when to restart a server that exited. Not thread-safe. */
public final class RestartPolicy {
  private static final int QUICK = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONG_PAUSE = Duration.ofSeconds(30);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

  private int failures;
  private long upSince;

  public void up() {
    upSince = System.nanoTime();
  }

  /** Records that a running server exited; a long enough uptime clears earlier failures. */
  public void down() {
    if (System.nanoTime() - upSince >= LONG_ENOUGH.toNanos()) {
      failures = 0;
    }
    failures++;
  }

  public void failed() {
    failures++;
  }

  public void reset() {
    failures = 0;
  }

  /** Returns whether failures in a row show that quick restarts do not help. */
  public boolean isHopeless() {
    return failures > QUICK;
  }

  /** Returns the delay before the next start. Never gives up, since the cause may go away. */
  public Duration pause() {
    if (isHopeless()) {
      return failures == QUICK + 1 ? LONG_PAUSE : LONGEST_PAUSE;
    }
    return failures <= 1 ? Duration.ZERO : FIRST_PAUSE.multipliedBy(1L << (failures - 2));
  }
}
