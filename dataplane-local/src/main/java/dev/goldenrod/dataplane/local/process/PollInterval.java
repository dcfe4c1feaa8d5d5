package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/**
 * The pauses of a polling loop, each a twentieth of the time waited so far, at most 20 ms: short
 * waits end promptly, and long ones poll rarely. Not thread-safe.
 */
public final class PollInterval {
  private static final long PART = 20;
  private static final long LONGEST_NANOS = Duration.ofMillis(20).toNanos();

  private final long shortestNanos;
  private final long begin = System.nanoTime();

  private PollInterval(Duration shortest) {
    this.shortestNanos = shortest.toNanos();
  }

  public static PollInterval from(Duration shortest) {
    return new PollInterval(shortest);
  }

  /**
   * Sleeps until the next poll.
   *
   * @throws DataPlaneException if interrupted; the thread's interrupt status stays set
   */
  public void pause() {
    Processes.pause(after(System.nanoTime() - begin));
  }

  Duration after(long waitedNanos) {
    return Duration.ofNanos(Math.max(shortestNanos, Math.min(LONGEST_NANOS, waitedNanos / PART)));
  }
}
