package dev.goldenrod.http.body;

import java.util.concurrent.atomic.AtomicLong;

/** What a request has of a budget. Thread-safe. */
final class BodyRoom {
  private final BodyBudget budget;
  private final AtomicLong held;

  /** So many bytes, which are reserved. */
  BodyRoom(BodyBudget budget, long bytes) {
    this.budget = budget;
    this.held = new AtomicLong(bytes);
  }

  /** Gives back what is more than that. */
  void shrink(long bytes) {
    long before = held.getAndUpdate(now -> Math.min(now, bytes));
    budget.release(Math.max(0, before - bytes));
  }

  /** Gives all of it back, once. */
  void release() {
    budget.release(held.getAndSet(0));
  }
}
