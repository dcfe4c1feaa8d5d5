package dev.goldenrod.reconcile;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * The outcome of storing a reconciliation's result.
 *
 * @param stored whether the result was stored; false when it conflicted with another change
 * @param held whether this server still had the lease
 * @param due whether the resource is to be reconciled again at once
 */
record Completion(boolean stored, boolean held, boolean due) {
  /** The longest delay after consecutive reconciliations without progress. */
  static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(250);
  private static final int MAX_DOUBLINGS = 7;

  private static final class LostRaceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LostRaceException() {
      super("the result was refused", null, false, false);
    }
  }

  /** Stores the result and releases the lease. Of a refused result nothing is stored. */
  static Completion of(Store store, WorkItem item, ReconcileResult outcome, Supplier<Instant> now) {
    try {
      return store.inTransaction(tx -> stored(tx, item, outcome, now.get()));
    } catch (LostRaceException lost) {
      return store.inTransaction(tx -> refused(tx, item, now.get()));
    }
  }

  private static Completion stored(
      Transaction tx, WorkItem item, ReconcileResult outcome, Instant now) {
    if (!outcome.write().apply(tx)) {
      throw new LostRaceException();
    }
    Instant next = outcome.next();
    if (next == null) {
      return new Completion(true, tx.work().remove(item), false);
    }
    int attempts = outcome.progress() ? 0 : item.attempts() + 1;
    Instant due = outcome.progress() ? next : later(next, now.plus(backoff(attempts)));
    return new Completion(true, tx.work().release(item, due, attempts), !due.isAfter(now));
  }

  /** Retries a first conflict at once; further ones back off, as their cause may persist. */
  private static Completion refused(Transaction tx, WorkItem item, Instant now) {
    int attempts = item.attempts() + 1;
    Instant due = item.attempts() == 0 ? now : now.plus(backoff(attempts));
    return new Completion(false, tx.work().release(item, due, attempts), !due.isAfter(now));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** Returns a quarter of a second, doubled with each attempt, up to half a minute. */
  static Duration backoff(int attempts) {
    Duration wait = FIRST_BACKOFF.multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
    return wait.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : wait;
  }
}
