package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits the callers that wait for an agent in shared threads: to 32, and to a single one after the
 * agent has answered too late. Thread-safe.
 */
final class CallerLimit {
  private static final int MOST = 32;

  private final Semaphore permits = new Semaphore(MOST);
  private final Semaphore singlePermit = new Semaphore(1);
  private volatile boolean slow;

  /** Returns the answer, or throws if it is too late or too many callers wait. */
  <R> R run(Supplier<R> call) {
    Semaphore acquired = slow ? singlePermit : permits;
    if (!acquired.tryAcquire()) {
      throw new DataPlaneUnreachableException("the agent responds slowly");
    }
    try {
      R answer = call.get();
      slow = false;
      return answer;
    } catch (DataPlaneUnreachableException late) {
      slow = true;
      throw late;
    } finally {
      acquired.release();
    }
  }
}
