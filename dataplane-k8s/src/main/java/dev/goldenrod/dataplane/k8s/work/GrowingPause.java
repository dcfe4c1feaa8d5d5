package dev.goldenrod.dataplane.k8s.work;

import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/** Pauses between looks at what another machine does: each is longer, up to the longest. */
public final class GrowingPause {
  private final Duration longest;
  private Duration next;

  public GrowingPause(Duration first, Duration longest) {
    this.next = first;
    this.longest = longest;
  }

  /**
   * Waits.
   *
   * @throws DataPlaneException when the thread is interrupted
   */
  public void pause() {
    try {
      Thread.sleep(next.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for the cluster", e);
    }
    Duration grown = next.plus(next.dividedBy(2)).plusMillis(1);
    next = grown.compareTo(longest) < 0 ? grown : longest;
  }
}
