package dev.goldenrod.http.body;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that a request has reserved of a budget. Thread-safe. */
final class BodyReservation {
  private final BodyBudget budget;
  private final AtomicLong held;

  BodyReservation(BodyBudget budget, long bytes) {
    this.budget = budget;
    this.held = new AtomicLong(bytes);
  }

  void shrink(long bytes) {
    long before = held.getAndUpdate(now -> Math.min(now, bytes));
    budget.release(Math.max(0, before - bytes));
  }

  /** Releases all bytes. Further calls have no effect. */
  void release() {
    budget.release(held.getAndSet(0));
  }
}
