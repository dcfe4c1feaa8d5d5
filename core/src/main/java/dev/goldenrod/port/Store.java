package dev.goldenrod.port;

import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Where all state lives. Thread-safe.
 *
 * <p>A transaction is atomic and durable: when the call returns, all of it survives a kill of the
 * process; when the work throws, nothing of it happened and the exception comes through. Rows that
 * were locked stay so until the end, and what was read after a lock is the latest committed state.
 * A wait for a lock is bounded. Transactions are never nested. Values are kept as {@link
 * ValueNormalizer} says.
 */
public interface Store extends AutoCloseable {
  /**
   * Runs the work in one transaction and returns its result. When transactions got in each other's
   * way the work may be run again, so it must do nothing but use the transaction.
   *
   * @throws StoreUnavailableException when the store cannot be reached now, or when a lock was
   *     unavailable in time; nothing was changed
   * @throws StoreOutcomeUnknownException when the store was lost at the end of the transaction, and
   *     cannot be asked whether the transaction was committed
   * @throws StoreException when it is closed or breaks down
   * @throws StoreConflictException when a row was refused in the work, also if the work caught that
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
   * Asks the store for its clock and its tables, as a server does twice a second.
   *
   * @return whether its tables are still those of this release; those of a newer one serve this one
   *     too for as long as servers of both are started one after the other
   * @throws StoreUnavailableException when the store cannot be reached now
   */
  default StoreRelease heartbeat() {
    return StoreRelease.CURRENT;
  }

  /**
   * The time that leases and expiry go by, the same for all processes that share the store; as of
   * the last {@link #heartbeat}, however this machine's clock is set meanwhile.
   */
  default Clock clock() {
    return Clock.systemUTC();
  }

  @Override
  void close();
}
