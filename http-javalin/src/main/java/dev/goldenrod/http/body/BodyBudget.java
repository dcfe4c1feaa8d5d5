package dev.goldenrod.http.body;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes of bodies are held at once, over all requests. A request that finds no room waits
 * for it, in the order of arrival. Thread-safe.
 */
final class BodyBudget {
  private final Duration patience;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long free;

  /** So many bytes, for which a request waits so long at most. */
  BodyBudget(long bytes, Duration patience) {
    this.free = bytes;
    this.patience = patience;
  }

  private record Waiting(long bytes, CompletableFuture<Void> room) {}

  /** Done when there is room for so many bytes; fails when there was none in time. */
  synchronized CompletableFuture<Void> reserve(long bytes) {
    Waiting mine = new Waiting(bytes, new CompletableFuture<>());
    waiting.add(mine);
    serve();
    return mine.room().isDone()
        ? mine.room()
        : mine.room().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Gives the room back. */
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
}
