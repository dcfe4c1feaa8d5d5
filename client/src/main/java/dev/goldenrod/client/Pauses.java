package dev.goldenrod.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Pauses of the calling thread, which keeps an interrupt. */
final class Pauses {
  private Pauses() {}

  /** Pauses; false when an interrupt ended that. */
  static boolean sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Pauses as long as that, also when there is an interrupt. */
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
