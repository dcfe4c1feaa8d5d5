package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.Transaction;
import java.util.function.Function;

/** A store whose connection breaks during a commit, so that the outcome is unknown. */
final class FailingCommitStore implements Store {
  /** The actual outcome of a commit whose connection breaks. */
  enum Outcome {
    DONE,
    UNDONE
  }

  private final Store store;
  private Outcome outcome = Outcome.DONE;
  private int transactionsLeft = -1;

  FailingCommitStore(Store store) {
    this.store = store;
  }

  /** Breaks the connection at a commit, after the given number of successful transactions. */
  void failCommitAfter(int transactions, Outcome newOutcome) {
    transactionsLeft = transactions;
    outcome = newOutcome;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    boolean isFailing = transactionsLeft == 0;
    transactionsLeft--;
    if (!isFailing) {
      return store.inTransaction(work);
    }
    store.inTransaction(
        tx -> {
          T result = work.apply(tx);
          if (outcome == Outcome.UNDONE) {
            throw connectionLost();
          }
          return result;
        });
    throw connectionLost();
  }

  private static StoreException connectionLost() {
    return new StoreException("the connection was lost at the commit");
  }

  @Override
  public void close() {
    store.close();
  }
}
