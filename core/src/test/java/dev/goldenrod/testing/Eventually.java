package dev.goldenrod.testing;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits in tests: on a condition, with a bound. */
public final class Eventually {
  private Eventually() {}

  /**
   * Looks until the condition holds, and returns what it then saw.
   *
   * @param what the condition in words, for the failure's message
   * @throws AssertionError when it does not hold in time; the message has what was seen last
   */
  public static <T> T eventually(
      String what, Duration patience, Supplier<T> look, Predicate<? super T> condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    T seen = look.get();
    while (!condition.test(seen)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + patience + ": " + what + "; last seen: " + seen);
      }
      LockSupport.parkNanos(MILLISECONDS.toNanos(2));
      seen = look.get();
    }
    return seen;
  }
}
