package dev.goldenrod.dataplane.k8s.work;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this process does for one thing: one task at a time, always the last that was asked for.
 * Thread-safe.
 */
public final class LatestWork {
  private static final Logger LOG = LoggerFactory.getLogger(LatestWork.class);
  private static final int LONGEST_MESSAGE = 2000;

  private final String name;
  private final Executor executor;
  private final Runnable changed;
  private final Duration untold;
  private boolean isRunning;
  private @Nullable Consumer<Waiting> due;
  private @Nullable Waiting waiting;
  private @Nullable WorkFailure failure;

  /**
   * Nothing to do yet.
   *
   * @param name of the thing, for people
   * @param changed is called when a task ended, or waits for something else than before
   * @param untold how long a task waits for something before {@link #failure} says so
   */
  public LatestWork(String name, Executor executor, Runnable changed, Duration untold) {
    this.name = name;
    this.executor = executor;
    this.changed = changed;
    this.untold = untold;
  }

  /** Does the task; one that is under way is stopped before. */
  public synchronized void begin(Consumer<Waiting> task) {
    failure = null;
    start(task);
  }

  /**
   * The same, but what the last task waited for stays the failure until this one has got further.
   */
  public synchronized void beginAgain(Consumer<Waiting> task) {
    if (failure != null && failure.isFinal()) {
      failure = null;
    }
    start(task);
  }

  private void start(Consumer<Waiting> task) {
    due = task;
    wake();
    if (!isRunning) {
      isRunning = true;
      executor.execute(this::run);
    }
  }

  /** Whether a task is under way or about to begin. */
  public synchronized boolean isBusy() {
    return isRunning;
  }

  /** What the task under way waits for, or why the last one failed. */
  public synchronized Optional<WorkFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** Something of the thing has changed in the cluster. */
  public synchronized void wake() {
    if (waiting != null) {
      waiting.wake();
    }
  }

  private void run() {
    for (Consumer<Waiting> task = next(); task != null; task = next()) {
      attempt(task);
    }
    changed.run();
  }

  private synchronized @Nullable Consumer<Waiting> next() {
    Consumer<Waiting> task = due;
    due = null;
    isRunning = task != null;
    waiting = task == null ? null : new Waiting(this::isSuperseded, this::waitsFor, untold);
    return task;
  }

  private void attempt(Consumer<Waiting> task) {
    try {
      task.accept(currentWaiting());
      note(null);
    } catch (CancellationException superseded) {
      LOG.debug("{}: {}", name, superseded.getMessage());
      note(null);
    } catch (WorkFailure e) {
      note(e);
    } catch (DataPlaneException e) {
      LOG.debug("{}", name, e);
      note(WorkFailure.blocked(String.valueOf(e.getMessage())));
    } catch (Throwable e) {
      // No other code ends the work: without this it would stay under way for good.
      LOG.warn("{}: a step did not work; it is tried again", name, e);
      note(WorkFailure.blocked(Optional.ofNullable(e.getMessage()).orElse(e.toString())));
    }
  }

  private synchronized Waiting currentWaiting() {
    return Objects.requireNonNull(waiting);
  }

  private synchronized boolean isSuperseded() {
    return due != null;
  }

  private void waitsFor(String message) {
    if (note(message.isEmpty() ? null : WorkFailure.blocked(message))) {
      changed.run();
    }
  }

  /** Whether that is news. */
  private synchronized boolean note(@Nullable WorkFailure now) {
    if (due != null) {
      return false;
    }
    String before = failure == null ? "" : failure.message();
    // Parts of it come out of pods.
    failure = now == null ? null : now.onOneLine(LONGEST_MESSAGE);
    return !before.equals(failure == null ? "" : failure.message());
  }
}
