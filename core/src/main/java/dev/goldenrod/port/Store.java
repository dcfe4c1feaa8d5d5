package dev.goldenrod.port;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Where all state lives. Thread-safe.
 *
 * <p>A transaction is atomic and durable: when the call returns, all of it survives a kill of the
 * process; when the work throws, nothing of it happened and the exception comes through. Rows that
 * were locked stay so until the end, and what was read after a lock is the latest committed state.
 * Transactions are never nested. Instants are kept to the millisecond.
 */
public interface Store extends AutoCloseable {
  /**
   * Runs the work in one transaction and returns its result.
   *
   * @throws StoreException when the store cannot be reached or breaks down
   */
  <T> T inTransaction(Function<Transaction, T> work);

  /** Runs the work in one transaction. */
  default void useTransaction(Consumer<Transaction> work) {
    inTransaction(
        transaction -> {
          work.accept(transaction);
          return true;
        });
  }

  @Override
  void close();
}
