package dev.goldenrod.dataplane.k8s.work;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Waits of one piece of work for the state of the cluster. A change of a database, a snapshot or an
 * import wakes them.
 */
public final class ClusterWait {
  /** A watch can miss a change, so conditions are also polled. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  /** Many threads may wait for the same thing, and looking up the reason can be a call. */
  private static final Duration LONGEST_REPORT_INTERVAL = Duration.ofSeconds(30);

  private final BooleanSupplier cancelled;
  private final Consumer<String> problems;
  private final Duration reportDelay;
  private final Object monitor = new Object();
  private volatile BooleanSupplier overtaken = () -> false;
  private boolean isChanged;

  /**
   * @param cancelled whether the work has been cancelled
   * @param problems receives the reason of a wait that is longer than {@code reportDelay}, and an
   *     empty text when the wait is over
   * @param reportDelay how long a wait goes unreported; most problems pass within that time
   */
  public ClusterWait(BooleanSupplier cancelled, Consumer<String> problems, Duration reportDelay) {
    this.cancelled = cancelled;
    this.problems = problems;
    this.reportDelay = reportDelay;
  }

  /** Adds a condition that cancels the work too, such as another server having overtaken it. */
  public void cancelWhen(BooleanSupplier condition) {
    overtaken = condition;
  }

  public void wake() {
    synchronized (monitor) {
      isChanged = true;
      monitor.notifyAll();
    }
  }

  /**
   * Waits without a time limit until the value is present.
   *
   * @param problem why the value may not come
   * @throws CancellationException if the work is cancelled
   */
  public <T> T forValue(Supplier<Optional<T>> value, Supplier<Optional<String>> problem) {
    long begun = System.nanoTime();
    long reportAfter = reportDelay.toNanos();
    while (true) {
      requireNotCancelled();
      Optional<T> found = value.get();
      if (found.isPresent()) {
        problems.accept("");
        return found.get();
      }
      long waited = System.nanoTime() - begun;
      if (waited > reportAfter) {
        problem.get().ifPresent(problems);
        reportAfter = waited + Math.min(waited, LONGEST_REPORT_INTERVAL.toNanos());
      }
      pause(LONGEST_WAIT);
    }
  }

  /**
   * Waits until the condition holds; returns false if the time is over before.
   *
   * @throws CancellationException if the work is cancelled
   */
  public boolean until(BooleanSupplier condition, Duration atMost) {
    return until(condition, atMost, LONGEST_WAIT);
  }

  /**
   * Waits as {@link #until} does, but polls more often, for conditions that no watch reports.
   *
   * @throws CancellationException if the work is cancelled
   */
  public boolean untilPolled(BooleanSupplier condition, Duration atMost) {
    return until(condition, atMost, POLL_INTERVAL);
  }

  private boolean until(BooleanSupplier condition, Duration atMost, Duration longestWait) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      requireNotCancelled();
      if (System.nanoTime() > end) {
        return false;
      }
      pause(longestWait);
    }
    return true;
  }

  /**
   * @throws CancellationException if the work has been cancelled
   */
  public void requireNotCancelled() {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("the work was stopped");
    }
    if (overtaken.getAsBoolean()) {
      throw new CancellationException("another server has taken over the work");
    }
  }

  /** Throws as {@link #requireNotCancelled} does, and returns false otherwise. */
  public boolean isCancelled() {
    requireNotCancelled();
    return false;
  }

  private void pause(Duration longest) {
    synchronized (monitor) {
      try {
        if (!isChanged) {
          monitor.wait(longest.toMillis());
        }
        isChanged = false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      }
    }
  }
}
