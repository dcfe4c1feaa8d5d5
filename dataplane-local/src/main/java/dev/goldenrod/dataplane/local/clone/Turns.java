package dev.goldenrod.dataplane.local.clone;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one piece of work again and again, whenever asked to, never twice at a time. What was asked
 * for while it ran leads to one more run after it.
 */
final class Turns {
  private final Executor executor;
  private final Runnable work;
  private final AtomicInteger requests = new AtomicInteger();

  /**
   * Turns on that executor.
   *
   * @param work throws nothing
   */
  Turns(Executor executor, Runnable work) {
    this.executor = executor;
    this.work = work;
  }

  /** Sees to it that the work runs, from its beginning, after this call began. */
  void request() {
    if (requests.getAndIncrement() > 0) {
      return;
    }
    try {
      executor.execute(this::run);
    } catch (RejectedExecutionException e) {
      // Closed: the next server goes on from what is on the disk.
      requests.set(0);
    }
  }

  private void run() {
    int seen;
    do {
      seen = requests.get();
      work.run();
    } while (requests.addAndGet(-seen) > 0);
  }
}
