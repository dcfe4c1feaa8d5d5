package dev.goldenrod.reconcile;

import dev.goldenrod.DaemonThreads;
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
 * The loop's threads. A resource is reconciled by one thread at a time; what is submitted meanwhile
 * is reconciled once more. Before the start, submitted resources are only remembered.
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
   * @param reconcile reconciles one resource; what it throws is logged
   * @param tick submits what is due; the same
   */
  LoopThreads(Consumer<UUID> reconcile, Runnable tick) {
    this.reconcile = reconcile;
    this.tick = tick;
  }

  void start() {
    // Later there may be none to be had, in the middle of a request's change.
    threads.prestartAllCoreThreads();
    started = true;
    List.copyOf(states.keySet()).forEach(this::execute);
    ticker.scheduleWithFixedDelay(this::tickSafely, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tickSafely() {
    try {
      tick.run();
    } catch (Throwable broken) {
      // The timer would never tick again.
      Breakdown.log(LOG, "finding due work failed; it is tried again", broken);
    }
  }

  /** Has as many threads as ever beside those that wait for slow data planes. */
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

  /** Enqueues the resource. Never throws: what is due is found by the tick as well. */
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
      LOG.error("{} cannot be reconciled now; it will be when it is due", id, broken);
    }
  }

  /** Runs the task in one of the threads. */
  void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException closed) {
      // What was to be done is due again after the next start.
      LOG.debug("closed", closed);
    }
  }

  private void run(UUID id) {
    do {
      states.put(id, State.RUNNING);
      reconcileSafely(id);
    } while (!states.remove(id, State.RUNNING));
  }

  private void reconcileSafely(UUID id) {
    try {
      reconcile.accept(id);
    } catch (Throwable broken) {
      // A state that stayed would keep the resource from ever being reconciled again.
      Breakdown.log(LOG, "reconciling " + id + " failed; it is tried again", broken);
    }
  }

  /** Before the start: all that was submitted, and these; each once. */
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

  /** Lets running reconciliations end, for some seconds. */
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
