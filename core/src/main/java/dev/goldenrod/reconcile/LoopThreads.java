package dev.goldenrod.reconcile;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.Unavailable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop's threads. A resource is reconciled by one thread at a time; a submission during its
 * reconciliation causes another one. Before {@link #start}, submitted resources are only queued.
 */
final class LoopThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoopThreads.class);
  private static final int THREADS = 16;
  private static final int MOST_THREADS = 512;
  private static final long TICK_MILLIS = 500;
  private static final long CLOSE_SECONDS = 10;

  private enum State {
    QUEUED,
    RUNNING,
    RERUN_REQUESTED
  }

  private final Consumer<UUID> reconcile;
  private final Runnable tick;
  private final ConcurrentHashMap<UUID, State> states = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor threads =
      (ThreadPoolExecutor) Executors.newFixedThreadPool(THREADS, new DaemonThreads("loop"));
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("tick"));
  private volatile boolean started;

  /**
   * @param reconcile reconciles one resource; exceptions are logged
   * @param tick submits the due resources; exceptions are logged
   */
  LoopThreads(Consumer<UUID> reconcile, Runnable tick) {
    this.reconcile = reconcile;
    this.tick = tick;
  }

  void start() {
    // If threads cannot be created, fail here rather than later in the middle of a request.
    threads.prestartAllCoreThreads();
    started = true;
    List.copyOf(states.keySet()).forEach(this::execute);
    ticker.scheduleWithFixedDelay(this::tickSafely, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** An exception would cancel the timer. */
  private void tickSafely() {
    runSafely(tick, "Cannot read due work from the store, will retry");
  }

  private static void runSafely(Runnable work, String failure) {
    try {
      work.run();
    } catch (Throwable broken) {
      logFailure(LOG, failure, broken);
    }
  }

  /** Logs a failure; an unavailable store only at debug level, because the store itself logs it. */
  static void logFailure(Logger log, String what, Throwable broken) {
    if (broken instanceof Unavailable) {
      log.debug("{}: {}", what, broken.getMessage());
    } else {
      log.error(what, broken);
    }
  }

  /** Adds a thread for each one that waits for a slow data plane. */
  void compensate(long waiting) {
    int size = (int) Math.min(THREADS + waiting, MOST_THREADS);
    if (size > threads.getMaximumPoolSize()) {
      threads.setMaximumPoolSize(size);
      threads.setCorePoolSize(size);
    } else if (size < threads.getMaximumPoolSize()) {
      threads.setCorePoolSize(size);
      threads.setMaximumPoolSize(size);
    }
  }

  /** Enqueues the resource. Never throws: the tick finds due resources as well. */
  void submit(UUID id) {
    State before = states.putIfAbsent(id, State.QUEUED);
    if (before == null) {
      if (started) {
        execute(id);
      }
      return;
    }
    boolean marked = states.replace(id, State.RUNNING, State.RERUN_REQUESTED);
    if (!marked && !states.containsKey(id)) {
      submit(id);
    }
  }

  private void execute(UUID id) {
    try {
      threads.execute(() -> run(id));
    } catch (RejectedExecutionException closed) {
      states.remove(id);
    } catch (Throwable broken) {
      states.remove(id);
      LOG.error("Cannot enqueue resource {}, will retry when it is due", id, broken);
    }
  }

  void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException closed) {
      // The work is due again after the next start.
      LOG.debug("The loop is closed; skipped a task", closed);
    }
  }

  private void run(UUID id) {
    do {
      states.put(id, State.RUNNING);
      reconcileSafely(id);
    } while (!states.remove(id, State.RUNNING));
  }

  /** A state left in the map would prevent any later reconciliation of the resource. */
  private void reconcileSafely(UUID id) {
    runSafely(() -> reconcile.accept(id), "Cannot reconcile resource " + id + ", will retry");
  }

  /** Returns the given ids and, before the start, all that were submitted, without duplicates. */
  List<UUID> drainWith(List<UUID> ids) {
    Set<UUID> all = new LinkedHashSet<>(ids);
    if (!started) {
      for (UUID id : List.copyOf(states.keySet())) {
        states.remove(id);
        all.add(id);
      }
    }
    return new ArrayList<>(all);
  }

  /** Waits some seconds for running reconciliations. */
  @Override
  public void close() {
    ticker.shutdownNow();
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
