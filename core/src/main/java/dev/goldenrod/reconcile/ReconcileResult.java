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
 * @param write what to store, in the transaction that ends it; false when a race was lost: all of
 *     it is undone, and the resource is reconciled again, at once the first time
 * @param next when to reconcile again; null when there is nothing left to do
 * @param progress whether the resource got further; if not, retries become rarer
 * @param event what observers are told once it is stored
 */
record ReconcileResult(
    Function<Transaction, Boolean> write,
    @Nullable Instant next,
    boolean progress,
    Consumer<ControlObserver> event) {
  private static final Function<Transaction, Boolean> NOTHING = transaction -> true;

  /** One that is no event. */
  ReconcileResult(Function<Transaction, Boolean> write, @Nullable Instant next, boolean progress) {
    this(write, next, progress, observer -> {});
  }

  /** The same, of which observers are told that once it is stored. */
  ReconcileResult telling(Consumer<ControlObserver> told) {
    return new ReconcileResult(write, next, progress, told);
  }

  /** Whether the store gets further by it. */
  boolean storesSomething() {
    return write != NOTHING;
  }

  /** Store this and reconcile again then. */
  static ReconcileResult write(Function<Transaction, Boolean> write, Instant next) {
    return new ReconcileResult(write, next, true);
  }

  /** Nothing to store; reconcile again then. */
  static ReconcileResult requeueAt(Instant next) {
    return new ReconcileResult(NOTHING, next, true);
  }

  /** Nothing to store and no progress; retry no earlier than then. */
  static ReconcileResult retryLater(Instant next) {
    return new ReconcileResult(NOTHING, next, false);
  }

  /** Store this; there is nothing left to do. */
  static ReconcileResult finish(Function<Transaction, Boolean> write) {
    return new ReconcileResult(write, null, true);
  }

  /** There is nothing left to do. */
  static ReconcileResult finish() {
    return finish(NOTHING);
  }
}
