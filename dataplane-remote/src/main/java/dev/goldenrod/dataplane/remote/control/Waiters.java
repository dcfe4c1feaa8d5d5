package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits the callers that wait for an agent in shared threads: to 32, and to a single one after the
 * agent has answered too late. Thread-safe.
 */
final class Waiters {
  private static final int MOST = 32;

  private final Semaphore room = new Semaphore(MOST);
  private final Semaphore roomForOne = new Semaphore(1);
  private volatile boolean slow;

  /** Returns the answer, or throws if it is too late or too many callers wait. */
  <R> R ask(Supplier<R> question) {
    Semaphore entered = slow ? roomForOne : room;
    if (!entered.tryAcquire()) {
      throw new DataPlaneUnreachableException("the agent is slow to answer");
    }
    try {
      R answer = question.get();
      slow = false;
      return answer;
    } catch (DataPlaneUnreachableException late) {
      slow = true;
      throw late;
    } finally {
      entered.release();
    }
  }
}
