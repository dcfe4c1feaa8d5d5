package dev.goldenrod.dataplane;

import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/** Growing delays between polls of remote work, up to a maximum. Not thread-safe. */
public final class Backoff {
  private final Duration longest;
  private Duration next;

  public Backoff(Duration first, Duration longest) {
    this.next = first;
    this.longest = longest;
  }

  /** Sleeps for the next delay. Throws if the thread is interrupted. */
  public void pause() {
    pause(next);
    Duration grown = next.plus(next.dividedBy(2)).plusMillis(1);
    next = grown.compareTo(longest) < 0 ? grown : longest;
  }

  /** Sleeps for the given time. Throws if the thread is interrupted. */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting", e);
    }
  }
}
