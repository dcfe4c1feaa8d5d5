package dev.goldenrod.dataplane.local.work;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one piece of work again and again, whenever asked to, never twice at a time. What was asked
 * for while it ran leads to one more run after it. No failure of the work or of the system keeps
 * later requests from being heard.
 */
public final class CoalescingTask {
  private static final Logger LOG = LoggerFactory.getLogger(CoalescingTask.class);

  private final Executor executor;
  private final Runnable work;
  private final Runnable failed;
  private final AtomicInteger requests = new AtomicInteger();

  /**
   * Turns on that executor.
   *
   * @param work handles its own failures, as far as it can
   * @param failed called when the work threw all the same or no thread could be had for it; must
   *     see to a later request
   */
  public CoalescingTask(Executor executor, Runnable work, Runnable failed) {
    this.executor = executor;
    this.work = work;
    this.failed = failed;
  }

  /** Ensures that the work runs, from its beginning, after this call began. */
  public void request() {
    if (requests.getAndIncrement() > 0) {
      return;
    }
    try {
      executor.execute(this::run);
    } catch (RejectedExecutionException e) {
      // Closed: the next server goes on from what is on the disk.
      requests.set(0);
    } catch (Error e) {
      requests.set(0);
      LOG.error("no thread can be had", e);
      failed.run();
    }
  }

  private void run() {
    int seen;
    do {
      seen = requests.get();
      try {
        work.run();
      } catch (Throwable e) {
        LOG.error("a turn broke off", e);
        failed.run();
      }
    } while (requests.addAndGet(-seen) > 0);
  }
}
