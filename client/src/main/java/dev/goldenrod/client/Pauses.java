package dev.goldenrod.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Sleeps of the calling thread that preserve the interrupt flag. */
final class Pauses {
  private Pauses() {}

  /** Sleeps; returns false if interrupted. */
  static boolean sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Sleeps for the whole duration even if interrupted. */
  static void sleepThrough(Duration pause) {
    long end = System.nanoTime() + pause.toNanos();
    boolean isInterrupted = false;
    for (long left = pause.toNanos(); left > 0; left = end - System.nanoTime()) {
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
