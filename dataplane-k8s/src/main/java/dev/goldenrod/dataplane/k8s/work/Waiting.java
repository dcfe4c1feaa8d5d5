package dev.goldenrod.dataplane.k8s.work;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits for the cluster, woken by the news of a database, a snapshot or an import. */
public final class Waiting {
  /** News can be missed. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private static final Duration WITHOUT_NEWS = Duration.ofMillis(50);

  /** Many may wait for the same thing, and each question can be a call. */
  private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(30);

  private final BooleanSupplier cancelled;
  private final Consumer<String> problems;
  private final Duration untold;
  private final Object monitor = new Object();
  private volatile BooleanSupplier overtaken = () -> false;
  private boolean isNews;

  /**
   * Waits of one piece of work.
   *
   * @param cancelled whether the work is not wanted any more
   * @param problems is told what the work waits for, when it is more than a moment; empty when it
   *     waits no more
   * @param untold how long that moment is: what is seen in it passes in most cases
   */
  public Waiting(BooleanSupplier cancelled, Consumer<String> problems, Duration untold) {
    this.cancelled = cancelled;
    this.problems = problems;
    this.untold = untold;
  }

  /**
   * From now on the work is not wanted any more either when that is so, as when somebody else has
   * removed what it is done for.
   */
  public void endWhen(BooleanSupplier condition) {
    overtaken = condition;
  }

  /** Wakes all waiting threads: something has changed. */
  public void wake() {
    synchronized (monitor) {
      isNews = true;
      monitor.notifyAll();
    }
  }

  /**
   * Waits until the value is there, without end.
   *
   * @param problem why it may not come
   * @throws CancellationException when the work is not wanted any more
   */
  public <T> T forValue(Supplier<Optional<T>> value, Supplier<Optional<String>> problem) {
    long begun = System.nanoTime();
    long askedAfter = untold.toNanos();
    while (true) {
      requireWanted();
      Optional<T> found = value.get();
      if (found.isPresent()) {
        problems.accept("");
        return found.get();
      }
      long waited = System.nanoTime() - begun;
      if (waited > askedAfter) {
        problem.get().ifPresent(problems);
        askedAfter = waited + Math.min(waited, BETWEEN_QUESTIONS.toNanos());
      }
      pause(LONGEST_WAIT);
    }
  }

  /**
   * Waits until it is so; false when the time is over before.
   *
   * @throws CancellationException when the work is not wanted any more
   */
  public boolean until(BooleanSupplier condition, Duration atMost) {
    return until(condition, atMost, LONGEST_WAIT);
  }

  /**
   * The same for what is outside of the cluster's news.
   *
   * @throws CancellationException when the work is not wanted any more
   */
  public boolean untilSeen(BooleanSupplier condition, Duration atMost) {
    return until(condition, atMost, WITHOUT_NEWS);
  }

  private boolean until(BooleanSupplier condition, Duration atMost, Duration longestWait) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      requireWanted();
      if (System.nanoTime() > end) {
        return false;
      }
      pause(longestWait);
    }
    return true;
  }

  /**
   * Ends work that is not wanted any more.
   *
   * @throws CancellationException when it is not
   */
  public void requireWanted() {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("the work was stopped");
    }
    if (overtaken.getAsBoolean()) {
      throw new CancellationException("another server has gone further");
    }
  }

  private void pause(Duration longest) {
    synchronized (monitor) {
      try {
        if (!isNews) {
          monitor.wait(longest.toMillis());
        }
        isNews = false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      }
    }
  }
}
