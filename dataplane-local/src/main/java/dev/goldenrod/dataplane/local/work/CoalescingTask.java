package dev.goldenrod.dataplane.local.work;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a task on request, never twice at a time. Requests during a run are merged into one more
 * run. Failures of the task or of thread creation do not prevent later runs.
 */
public final class CoalescingTask {
  private static final Logger LOG = LoggerFactory.getLogger(CoalescingTask.class);

  private final Executor executor;
  private final Runnable work;
  private final Runnable failed;
  private final AtomicInteger requests = new AtomicInteger();

  /**
   * @param work handles its own failures where possible
   * @param failed called if the work throws, or no thread can be created; must cause a later
   *     request
   */
  public CoalescingTask(Executor executor, Runnable work, Runnable failed) {
    this.executor = executor;
    this.work = work;
    this.failed = failed;
  }

  /** Requests a run that starts after this call; no effect once the executor is shut down. */
  public void request() {
    if (requests.getAndIncrement() > 0) {
      return;
    }
    try {
      executor.execute(this::run);
    } catch (RejectedExecutionException e) {
      requests.set(0);
    } catch (Error e) {
      requests.set(0);
      LOG.error("Cannot create a thread, will retry", e);
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
        LOG.error("A task failed unexpectedly, will retry", e);
        failed.run();
      }
    } while (requests.addAndGet(-seen) > 0);
  }
}
