package dev.goldenrod.dataplane;

import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/**
 * The pauses between looks at what another machine does: each is longer, up to the longest. Not
 * thread-safe: one thread waits.
 */
public final class Backoff {
  private final Duration longest;
  private Duration next;

  public Backoff(Duration first, Duration longest) {
    this.next = first;
    this.longest = longest;
  }

  /**
   * Waits.
   *
   * @throws DataPlaneException when the thread is interrupted
   */
  public void pause() {
    pause(next);
    Duration grown = next.plus(next.dividedBy(2)).plusMillis(1);
    next = grown.compareTo(longest) < 0 ? grown : longest;
  }

  /**
   * Waits so long.
   *
   * @throws DataPlaneException when the thread is interrupted
   */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting", e);
    }
  }
}
