package dev.goldenrod.dataplane;

import java.time.Duration;
import java.util.function.Consumer;

/** Tells how long databases stood still while they were copied. Thread-safe. */
public final class StandstillTimes {
  private volatile Consumer<Duration> listener = time -> {};

  /** Registers who is told. */
  public void onStandstill(Consumer<Duration> newListener) {
    listener = newListener;
  }

  /**
   * A database goes on.
   *
   * @param begun when it was stopped, by {@link System#nanoTime}
   */
  public void ended(long begun) {
    listener.accept(Duration.ofNanos(System.nanoTime() - begun));
  }
}
