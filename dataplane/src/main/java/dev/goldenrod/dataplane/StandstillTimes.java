package dev.goldenrod.dataplane;

import java.time.Duration;
import java.util.function.Consumer;

/** Reports how long each database was paused while its files were copied. Thread-safe. */
public final class StandstillTimes {
  private volatile Consumer<Duration> listener = time -> {};

  public void onStandstill(Consumer<Duration> newListener) {
    listener = newListener;
  }

  /** Reports a pause that ends now. {@code begun} is its start, by {@link System#nanoTime}. */
  public void ended(long begun) {
    listener.accept(Duration.ofNanos(System.nanoTime() - begun));
  }
}
