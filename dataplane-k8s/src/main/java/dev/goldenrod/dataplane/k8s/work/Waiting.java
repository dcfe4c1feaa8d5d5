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

  /** What is seen in the first moments of work passes in most cases. */
  private static final Duration BEFORE_TROUBLE = Duration.ofSeconds(3);

  private final BooleanSupplier cancelled;
  private final Consumer<String> troubles;
  private final Object monitor = new Object();
  private boolean isNews;

  /**
   * Waits of one piece of work.
   *
   * @param cancelled whether the work is not wanted any more
   * @param troubles is told what the work waits for, when it is more than a moment; empty when it
   *     waits no more
   */
  public Waiting(BooleanSupplier cancelled, Consumer<String> troubles) {
    this.cancelled = cancelled;
    this.troubles = troubles;
  }

  /** Wakes whoever waits: something has changed. */
  public void wake() {
    synchronized (monitor) {
      isNews = true;
      monitor.notifyAll();
    }
  }

  /**
   * Waits until the value is there, without end.
   *
   * @param trouble why it may not come
   * @throws CancellationException when the work is not wanted any more
   */
  public <T> T forValue(Supplier<Optional<T>> value, Supplier<Optional<String>> trouble) {
    long begun = System.nanoTime();
    while (true) {
      requireWanted();
      Optional<T> found = value.get();
      if (found.isPresent()) {
        troubles.accept("");
        return found.get();
      }
      if (System.nanoTime() - begun > BEFORE_TROUBLE.toNanos()) {
        trouble.get().ifPresent(troubles);
      }
      pause();
    }
  }

  /**
   * Waits until it is so; false when the time is over before.
   *
   * @throws CancellationException when the work is not wanted any more
   */
  public boolean until(BooleanSupplier condition, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      requireWanted();
      if (System.nanoTime() > end) {
        return false;
      }
      pause();
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
  }

  private void pause() {
    synchronized (monitor) {
      try {
        if (!isNews) {
          monitor.wait(LONGEST_WAIT.toMillis());
        }
        isNews = false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      }
    }
  }
}
