package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreUnavailableException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Retries transactions that were not committed for a temporary reason. */
final class TransactionRetry {
  private static final int ATTEMPTS = 8;

  private TransactionRetry() {}

  /** Returns the result, or throws if the last attempt was not committed either. */
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

  /** Lets the other transaction finish. The delay is random, so that two do not collide again. */
  private static void pause(int attempt) {
    long millis = ThreadLocalRandom.current().nextLong(1, 1 + 10L * attempt);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
