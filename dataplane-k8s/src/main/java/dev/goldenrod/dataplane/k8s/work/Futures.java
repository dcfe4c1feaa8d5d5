package dev.goldenrod.dataplane.k8s.work;

import dev.goldenrod.port.DataPlaneException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Utilities for futures. */
public final class Futures {
  private Futures() {}

  /**
   * Waits until the work ends, and rethrows the runtime exception that it threw.
   *
   * @throws DataPlaneException if this thread is interrupted
   */
  public static void join(Future<?> work) {
    try {
      work.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
