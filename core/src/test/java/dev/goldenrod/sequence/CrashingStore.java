package dev.goldenrod.sequence;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.util.function.Function;

/** A store whose server can be killed at a transaction: before its commit or right after it. */
final class CrashingStore implements Store {
  /** The end of the server's process: nothing in the server catches it. */
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

  /** Kills the server at the transaction after that many. */
  void killAfter(int transactions, boolean afterItsCommit) {
    transactionsLeft = transactions;
    commitsFirst = afterItsCommit;
  }

  /** The server runs again. */
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
