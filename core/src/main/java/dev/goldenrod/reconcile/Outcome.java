package dev.goldenrod.reconcile;

import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a resource comes to.
 *
 * @param write what to store, in the transaction that ends the look; false when a race was lost,
 *     and the resource is to be looked at again at once
 * @param next when to look again; null when there is nothing left to do
 * @param progress whether the look brought the resource on; if not, looks become rarer
 */
record Outcome(Function<Transaction, Boolean> write, @Nullable Instant next, boolean progress) {
  private static final Function<Transaction, Boolean> NOTHING = transaction -> true;

  /** Store this and look again then. */
  static Outcome write(Function<Transaction, Boolean> write, Instant next) {
    return new Outcome(write, next, true);
  }

  /** Nothing to store; look again then. */
  static Outcome waitUntil(Instant next) {
    return new Outcome(NOTHING, next, true);
  }

  /** Nothing to store, and nothing came of it; look again no earlier than then. */
  static Outcome stuck(Instant next) {
    return new Outcome(NOTHING, next, false);
  }

  /** Store this; there is nothing left to do. */
  static Outcome finish(Function<Transaction, Boolean> write) {
    return new Outcome(write, null, true);
  }

  /** There is nothing left to do. */
  static Outcome finish() {
    return finish(NOTHING);
  }
}
