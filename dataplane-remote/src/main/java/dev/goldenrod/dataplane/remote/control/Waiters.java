package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Keeps those who ask an agent in threads that others need, too, from taking all of them: a few
 * wait, and as long as it gives no answer in time a single one. Thread-safe.
 */
final class Waiters {
  private static final int MOST = 32;

  private final Semaphore room = new Semaphore(MOST);
  private final Semaphore roomForOne = new Semaphore(1);
  private volatile boolean slow;

  /**
   * What the question is answered.
   *
   * @throws DataPlaneUnreachableException when it is answered too late, or others wait already
   */
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
