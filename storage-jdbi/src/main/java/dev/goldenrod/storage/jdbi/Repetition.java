package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreUnavailableException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Runs transactions again that were not committed for a reason that passes. */
final class Repetition {
  private static final int ATTEMPTS = 8;

  private Repetition() {}

  /**
   * The transaction's result.
   *
   * @throws StoreUnavailableException when the last attempt was not committed either
   */
  static <T> T run(Supplier<T> transaction) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.get();
      } catch (ExceptionTranslator.TransientException e) {
        if (attempt == ATTEMPTS) {
          throw new StoreUnavailableException(e.getMessage(), e.getCause());
        }
        pause(attempt);
      }
    }
  }

  /** Lets the other transaction finish; random, so that two do not meet again. */
  private static void pause(int attempt) {
    long millis = ThreadLocalRandom.current().nextLong(1, 1 + 10L * attempt);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
