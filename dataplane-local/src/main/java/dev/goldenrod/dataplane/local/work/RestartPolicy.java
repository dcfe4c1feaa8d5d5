package dev.goldenrod.dataplane.local.work;

import java.time.Duration;

/** When to start a server again that ended. Not thread-safe. */
public final class RestartPolicy {
  private static final int QUICK = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONG_PAUSE = Duration.ofSeconds(30);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

  private int failures;
  private long upSince;

  /** The server is up. */
  public void up() {
    upSince = System.nanoTime();
  }

  /** The server that was up has ended. */
  public void down() {
    if (System.nanoTime() - upSince >= LONG_ENOUGH.toNanos()) {
      failures = 0;
    }
    failures++;
  }

  /** The server did not come up. */
  public void failed() {
    failures++;
  }

  /** Past failures do not count any more. */
  public void reset() {
    failures = 0;
  }

  /** Whether there were so many failures in a row that it takes more than another try. */
  public boolean isHopeless() {
    return failures > QUICK;
  }

  /** How long to wait before the next start: never for good, since the cause may go away. */
  public Duration pause() {
    if (isHopeless()) {
      return failures == QUICK + 1 ? LONG_PAUSE : LONGEST_PAUSE;
    }
    return failures <= 1 ? Duration.ZERO : FIRST_PAUSE.multipliedBy(1L << (failures - 2));
  }
}
