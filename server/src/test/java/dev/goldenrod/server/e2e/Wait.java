package dev.goldenrod.server.e2e;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waiting for conditions. */
final class Wait {
  private static final Duration STEP = Duration.ofMillis(2);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private Wait() {}

  /** Reads the value until it is as wanted, and returns it. */
  static <T> T until(String what, Supplier<T> reading, Predicate<T> wanted) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    T value = reading.get();
    while (!wanted.test(value)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("after " + PATIENCE + " still not " + what + ": " + value);
      }
      LockSupport.parkNanos(STEP.toNanos());
      value = reading.get();
    }
    return value;
  }
}
