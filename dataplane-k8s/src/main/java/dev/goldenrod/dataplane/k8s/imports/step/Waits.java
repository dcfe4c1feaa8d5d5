package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for what the cluster does. */
final class Waits {
  private static final Duration POLL = Duration.ofMillis(100);

  private Waits() {}

  /**
   * Looks again and again until there is something.
   *
   * @param late says what did not come in time
   * @throws DataPlaneException when it is too late, or cancelled
   */
  static <T> T until(
      Duration atMost,
      BooleanSupplier cancelled,
      Supplier<Optional<T>> look,
      Supplier<String> late) {
    long end = System.nanoTime() + atMost.toNanos();
    while (true) {
      Optional<T> found = look.get();
      if (found.isPresent()) {
        return found.get();
      }
      if (cancelled.getAsBoolean()) {
        throw new DataPlaneException("the work was stopped");
      }
      if (System.nanoTime() > end) {
        throw new DataPlaneException(late.get());
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for the cluster", e);
    }
  }
}
