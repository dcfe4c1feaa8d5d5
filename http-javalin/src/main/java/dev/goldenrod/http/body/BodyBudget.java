package dev.goldenrod.http.body;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A budget for the total size of the request bodies in memory. Requests without room wait in the
 * order of arrival. Thread-safe.
 */
final class BodyBudget {
  private final Duration patience;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long free;

  BodyBudget(long bytes, Duration patience) {
    this.free = bytes;
    this.patience = patience;
  }

  private record Waiting(long bytes, CompletableFuture<Void> room) {}

  /** Returns a future that completes when the bytes are reserved, or fails on timeout. */
  synchronized CompletableFuture<Void> reserve(long bytes) {
    Waiting mine = new Waiting(bytes, new CompletableFuture<>());
    waiting.add(mine);
    serve();
    return mine.room().isDone()
        ? mine.room()
        : mine.room().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  synchronized void release(long bytes) {
    free += bytes;
    serve();
  }

  private void serve() {
    for (Waiting first = waiting.peek(); first != null; first = waiting.peek()) {
      if (!first.room().isDone() && first.bytes() > free) {
        return;
      }
      waiting.poll();
      if (first.room().complete(null)) {
        free -= first.bytes();
      }
    }
  }

  /** The bytes that a request has reserved of a budget. Thread-safe. */
  static final class Reservation {
    private final BodyBudget budget;
    private final AtomicLong held;

    Reservation(BodyBudget budget, long bytes) {
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
}
