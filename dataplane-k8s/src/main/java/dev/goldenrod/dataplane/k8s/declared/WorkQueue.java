package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of objects to reconcile. Each is handled by one thread at a time, once more if it was
 * added meanwhile, and again after a growing delay if the result asks for it. Thread-safe.
 */
final class WorkQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);
  private static final int THREADS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int MAX_DOUBLINGS = 6;
  private static final Duration LONGEST_POLL_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_RETRY_PAUSE = Duration.ofSeconds(60);
  private static final Duration PATIENCE_AT_END = Duration.ofSeconds(10);

  enum Requeue {
    NONE,
    POLL,
    RETRY
  }

  /** Reconciles an object. Exceptions are logged and retried. */
  @FunctionalInterface
  interface Work {
    Requeue reconcile(DeclaredName name);
  }

  private final Work work;
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(THREADS, new DaemonThreads("declared"));
  private final Map<DeclaredName, Item> items = new HashMap<>();

  private static final class Item {
    private boolean isRunning;
    private boolean isChanged;
    private int pauses;
    private @Nullable Future<?> due;
  }

  WorkQueue(Work work) {
    this.work = work;
  }

  synchronized void add(DeclaredName name) {
    Item item = items.computeIfAbsent(name, unknown -> new Item());
    if (item.isRunning) {
      item.isChanged = true;
    } else {
      schedule(name, item, Duration.ZERO);
    }
  }

  /** Runs the task at that interval until {@link #close}. Exceptions are logged. */
  void repeat(Duration interval, Runnable task) {
    threads.scheduleWithFixedDelay(
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            LOG.warn("Resync of declared objects failed, will retry", e);
          }
        },
        interval.toMillis(),
        interval.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void schedule(DeclaredName name, Item item, Duration pause) {
    if (item.due != null) {
      item.due.cancel(false);
    }
    try {
      item.due = threads.schedule(() -> run(name), pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      LOG.debug("Not reconciling {}, the server is stopping", name);
    }
  }

  private void run(DeclaredName name) {
    if (begin(name)) {
      end(name, reconcile(name));
    }
  }

  private synchronized boolean begin(DeclaredName name) {
    Item item = items.get(name);
    if (item == null || item.isRunning) {
      return false;
    }
    item.isRunning = true;
    item.isChanged = false;
    return true;
  }

  private Requeue reconcile(DeclaredName name) {
    try {
      return work.reconcile(name);
    } catch (RuntimeException e) {
      LOG.warn("Cannot reconcile {}, will retry", name, e);
      return Requeue.RETRY;
    }
  }

  private synchronized void end(DeclaredName name, Requeue next) {
    Item item = items.get(name);
    item.isRunning = false;
    item.pauses = next == Requeue.NONE ? 0 : item.pauses + 1;
    if (item.isChanged) {
      schedule(name, item, Duration.ZERO);
    } else if (next == Requeue.NONE) {
      items.remove(name);
    } else {
      schedule(name, item, pause(item.pauses, next));
    }
  }

  private static Duration pause(int pauses, Requeue next) {
    Duration longest = next == Requeue.POLL ? LONGEST_POLL_PAUSE : LONGEST_RETRY_PAUSE;
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(pauses - 1, MAX_DOUBLINGS));
    return pause.compareTo(longest) < 0 ? pause : longest;
  }

  /** Stops, after waiting up to ten seconds for running work. */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(PATIENCE_AT_END.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Stopping while a declared object is still being reconciled");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
