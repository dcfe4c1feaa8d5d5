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
 * Runs the work of one object, such as a database: one task at a time, and always the one submitted
 * last. A new task cancels the running one. Thread-safe.
 */
public final class LatestTaskRunner {
  private static final Logger LOG = LoggerFactory.getLogger(LatestTaskRunner.class);
  private static final int LONGEST_MESSAGE = 2000;

  private final String name;
  private final Executor executor;
  private final Runnable changed;
  private final Duration reportDelay;
  private boolean isRunning;
  private @Nullable Consumer<ClusterWait> due;
  private @Nullable ClusterWait waiting;
  private @Nullable WorkFailure failure;

  /**
   * @param changed is called when a task ended, and when the reason that a task waits has changed
   * @param reportDelay how long a task waits before {@link #failure} reports the reason
   */
  public LatestTaskRunner(String name, Executor executor, Runnable changed, Duration reportDelay) {
    this.name = name;
    this.executor = executor;
    this.changed = changed;
    this.reportDelay = reportDelay;
  }

  /** Runs the task, after cancelling the one that is running. */
  public synchronized void begin(Consumer<ClusterWait> task) {
    failure = null;
    start(task);
  }

  /** Runs the task, and reports the last task's problem until this one has got further. */
  public synchronized void beginAgain(Consumer<ClusterWait> task) {
    if (failure != null && failure.isFinal()) {
      failure = null;
    }
    start(task);
  }

  private void start(Consumer<ClusterWait> task) {
    due = task;
    wake();
    if (!isRunning) {
      isRunning = true;
      executor.execute(this::run);
    }
  }

  public synchronized boolean isBusy() {
    return isRunning;
  }

  /** Returns what the running task waits for, or why the last one failed. */
  public synchronized Optional<WorkFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** Wakes the running task, because an object in the cluster has changed. */
  public synchronized void wake() {
    if (waiting != null) {
      waiting.wake();
    }
  }

  private void run() {
    for (Consumer<ClusterWait> task = next(); task != null; task = next()) {
      attempt(task);
    }
    reportChange();
  }

  /** A listener that fails must neither fail the task nor end the thread. */
  private void reportChange() {
    try {
      changed.run();
    } catch (DataPlaneException e) {
      LOG.debug("{}: cannot report a change, the next poll will notice it", name, e);
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot report a change, the next poll will notice it", name, e);
    }
  }

  private synchronized @Nullable Consumer<ClusterWait> next() {
    Consumer<ClusterWait> task = due;
    due = null;
    isRunning = task != null;
    waiting =
        task == null ? null : new ClusterWait(this::isSuperseded, this::waitsFor, reportDelay);
    return task;
  }

  private void attempt(Consumer<ClusterWait> task) {
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
      // Catch everything: an error that escaped would leave this work running forever.
      LOG.warn("{}: a step failed unexpectedly, will retry", name, e);
      note(WorkFailure.blocked(Optional.ofNullable(e.getMessage()).orElse(e.toString())));
    }
  }

  private synchronized ClusterWait currentWaiting() {
    return Objects.requireNonNull(waiting);
  }

  private synchronized boolean isSuperseded() {
    return due != null;
  }

  private void waitsFor(String message) {
    if (note(message.isEmpty() ? null : WorkFailure.blocked(message))) {
      reportChange();
    }
  }

  /** Records the failure, and returns whether its message differs from the last one. */
  private synchronized boolean note(@Nullable WorkFailure now) {
    if (due != null) {
      return false;
    }
    String before = failure == null ? "" : failure.message();
    // Messages may contain output of pods, so their length is limited.
    failure = now == null ? null : now.onOneLine(LONGEST_MESSAGE);
    return !before.equals(failure == null ? "" : failure.message());
  }
}
