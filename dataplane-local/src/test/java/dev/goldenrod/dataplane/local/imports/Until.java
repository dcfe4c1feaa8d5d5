package dev.goldenrod.dataplane.local.imports;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waiting for a condition. */
final class Until {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private Until() {}

  /** The first value for which the condition holds. */
  static <T> T holds(Supplier<T> values, Predicate<T> condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    T value = values.get();
    while (!condition.test(value)) {
      if (System.nanoTime() - deadline >= 0) {
        throw new AssertionError("still " + value + " after " + PATIENCE);
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      value = values.get();
    }
    return value;
  }
}
