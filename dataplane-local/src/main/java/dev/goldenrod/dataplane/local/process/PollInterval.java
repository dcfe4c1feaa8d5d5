package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/**
 * The pauses of one wait: each is a twentieth of the time waited so far, and at most 20 ms. What
 * happens soon is seen at once, and what takes long is not looked for a thousand times a second.
 *
 * <p>Not thread-safe: one thread waits.
 */
public final class PollInterval {
  private static final long PART = 20;
  private static final long LONGEST_NANOS = Duration.ofMillis(20).toNanos();

  private final long shortestNanos;
  private final long begin = System.nanoTime();

  private PollInterval(Duration shortest) {
    this.shortestNanos = shortest.toNanos();
  }

  /**
   * Begins to wait.
   *
   * @param shortest how long the first pauses take
   */
  public static PollInterval from(Duration shortest) {
    return new PollInterval(shortest);
  }

  /**
   * Sleeps until it is time to look again.
   *
   * @throws DataPlaneException when interrupted, which stays visible to the thread
   */
  public void pause() {
    Processes.pause(after(System.nanoTime() - begin));
  }

  /** How long to sleep when so much was waited, in nanoseconds. */
  Duration after(long waitedNanos) {
    return Duration.ofNanos(Math.max(shortestNanos, Math.min(LONGEST_NANOS, waitedNanos / PART)));
  }
}
