package dev.goldenrod.sequence;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.util.function.Function;

/** A store whose server can be killed at a transaction, before or after its commit. */
final class CrashingStore implements Store {
  /** Simulates the end of the server's process: an error that the server never catches. */
  static final class ServerKilled extends Error {
    private static final long serialVersionUID = 1L;

    private ServerKilled() {
      super("the server was killed", null, false, false);
    }
  }

  private static final int NEVER = -1;

  private final Store store;
  private int transactionsLeft = NEVER;
  private boolean commitsFirst;

  CrashingStore(Store store) {
    this.store = store;
  }

  /** Kills the server at the transaction that follows the given number of transactions. */
  void killAfter(int transactions, boolean afterItsCommit) {
    transactionsLeft = transactions;
    commitsFirst = afterItsCommit;
  }

  void revive() {
    transactionsLeft = NEVER;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (transactionsLeft == 0 && !commitsFirst) {
      throw new ServerKilled();
    }
    T result = store.inTransaction(work);
    if (transactionsLeft == 0) {
      commitsFirst = false;
      throw new ServerKilled();
    }
    if (transactionsLeft > 0) {
      transactionsLeft--;
    }
    return result;
  }

  @Override
  public void close() {
    store.close();
  }
}
