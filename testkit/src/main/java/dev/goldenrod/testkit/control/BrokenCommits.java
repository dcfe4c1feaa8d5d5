package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.Transaction;
import java.util.function.Function;

/** A store whose connection breaks during a commit, so that the outcome is unknown. */
final class BrokenCommits implements Store {
  /** The actual outcome of a commit whose connection breaks. */
  enum Commit {
    DONE,
    UNDONE
  }

  private final Store store;
  private Commit broken = Commit.DONE;
  private int transactionsLeft = -1;

  BrokenCommits(Store store) {
    this.store = store;
  }

  /** Breaks the connection at a commit, after the given number of successful transactions. */
  void breakAfter(int transactions, Commit commit) {
    transactionsLeft = transactions;
    broken = commit;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    boolean isBroken = transactionsLeft == 0;
    transactionsLeft--;
    if (!isBroken) {
      return store.inTransaction(work);
    }
    store.inTransaction(
        tx -> {
          T result = work.apply(tx);
          if (broken == Commit.UNDONE) {
            throw lost();
          }
          return result;
        });
    throw lost();
  }

  private static StoreException lost() {
    return new StoreException("the connection was lost at the commit");
  }

  @Override
  public void close() {
    store.close();
  }
}
