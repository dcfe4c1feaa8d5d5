package dev.goldenrod.reconcile;

import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;

/**
 * What became of a reconciliation in the store.
 *
 * @param stored whether its result is there; if not, it lost a race
 * @param held whether this server still had the lease
 * @param due whether the resource is to be reconciled again at once
 */
record Completion(boolean stored, boolean held, boolean due) {
  /** Stores the result and gives the lease back. */
  static Completion of(Transaction tx, WorkItem item, ReconcileResult outcome, Instant now) {
    boolean stored = outcome.write().apply(tx);
    Instant next = stored ? outcome.next() : now;
    if (next == null) {
      return new Completion(stored, tx.work().remove(item), false);
    }
    int attempts = outcome.progress() ? 0 : item.attempts() + 1;
    Instant due = outcome.progress() ? next : later(next, now.plus(Backoff.after(attempts)));
    boolean held = tx.work().release(item, due, attempts);
    return new Completion(stored, held, !due.isAfter(now));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
