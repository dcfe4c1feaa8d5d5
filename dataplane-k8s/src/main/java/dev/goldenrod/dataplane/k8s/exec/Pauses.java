package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/** Waiting between two looks at what another machine does. */
final class Pauses {
  private Pauses() {}

  /**
   * Waits so long.
   *
   * @throws DataPlaneException when the thread is interrupted
   */
  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for a pod", e);
    }
  }
}
