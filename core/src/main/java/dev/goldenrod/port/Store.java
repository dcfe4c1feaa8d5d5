package dev.goldenrod.port;

import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The store of all persistent state. Thread-safe.
 *
 * <p>A transaction is atomic and durable: when the call returns, all of it survives a kill of the
 * process, unless a repository's method says otherwise; when the work throws, the transaction is
 * rolled back and the exception is rethrown. Locked rows stay locked until the end of the
 * transaction, and reads after a lock see the latest committed state. Waits for locks are bounded.
 * Transactions cannot be nested. Values are stored as {@link ValueNormalizer} describes.
 */
public interface Store extends AutoCloseable {
  /**
   * Runs the work in one transaction and returns its result. After a conflict between transactions
   * the work may be run again, so it must have no effects outside the transaction.
   *
   * @throws StoreUnavailableException when the store cannot be reached, or a lock was not available
   *     in time; nothing was changed
   * @throws StoreOutcomeUnknownException when the connection to the store was lost during the
   *     commit, so that it is unknown whether the transaction was committed
   * @throws StoreException when the store is closed or fails
   * @throws StoreConflictException when a row was refused in the work, even if the work caught that
   * @throws IllegalArgumentException when a value cannot be stored
   * @throws IllegalStateException when called inside the work of another transaction, or when a
   *     transaction is used outside of its work
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

  /**
   * Reads the store's clock and the release of its tables. A server calls this twice a second.
   *
   * @return whether the tables are those of this release; tables of a newer release also serve this
   *     one while servers of both are upgraded one after the other
   * @throws StoreUnavailableException when the store cannot be reached
   */
  default StoreRelease heartbeat() {
    return StoreRelease.CURRENT;
  }

  /**
   * Returns the clock for leases and expiry, which all processes that share the store agree on. It
   * is set by the last {@link #heartbeat} and independent of changes to this machine's clock.
   */
  default Clock clock() {
    return Clock.systemUTC();
  }

  @Override
  void close();
}
