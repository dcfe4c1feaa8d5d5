package dev.goldenrod.reconcile;

import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of one reconciliation of a resource.
 *
 * @param write what to store, in the transaction that completes the reconciliation; returns false
 *     on a conflict, so that the transaction is rolled back and the resource is reconciled again
 * @param next when to reconcile again; null when there is nothing left to do
 * @param progress whether the resource made progress; if not, retries are backed off
 * @param event reports to observers once the result is stored
 */
record ReconcileResult(
    Function<Transaction, Boolean> write,
    @Nullable Instant next,
    boolean progress,
    Consumer<ControlObserver> event) {
  private static final Function<Transaction, Boolean> NOTHING = transaction -> true;

  ReconcileResult(Function<Transaction, Boolean> write, @Nullable Instant next, boolean progress) {
    this(write, next, progress, observer -> {});
  }

  ReconcileResult withEvent(Consumer<ControlObserver> newEvent) {
    return new ReconcileResult(write, next, progress, newEvent);
  }

  boolean storesSomething() {
    return write != NOTHING;
  }

  static ReconcileResult write(Function<Transaction, Boolean> write, Instant next) {
    return new ReconcileResult(write, next, true);
  }

  /** Returns a result that stores nothing and reconciles again at the given time. */
  static ReconcileResult requeueAt(Instant next) {
    return new ReconcileResult(NOTHING, next, true);
  }

  /** Returns a result without progress, to be retried at the given time at the earliest. */
  static ReconcileResult retryLater(Instant next) {
    return new ReconcileResult(NOTHING, next, false);
  }

  static ReconcileResult finish(Function<Transaction, Boolean> write) {
    return new ReconcileResult(write, null, true);
  }

  static ReconcileResult finish() {
    return finish(NOTHING);
  }
}
