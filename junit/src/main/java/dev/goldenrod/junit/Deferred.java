package dev.goldenrod.junit;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A value that is created once in the background, on demand. Thread-safe. */
final class Deferred<T> {
  private final Supplier<T> making;
  private final Executor executor;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final CompletableFuture<T> made = new CompletableFuture<>();

  Deferred(Supplier<T> making, Executor executor) {
    this.making = making;
    this.executor = executor;
  }

  /** Prevents a start; returns the future if the creation has already started. */
  Optional<CompletableFuture<T>> cancel() {
    return begun.getAndSet(true) ? Optional.of(made) : Optional.empty();
  }

  /** Starts the creation unless it has started. Must not be called after {@link #cancel}. */
  CompletableFuture<T> begin() {
    if (!begun.getAndSet(true)) {
      beginOnce();
    }
    return made;
  }

  private void beginOnce() {
    try {
      made.completeAsync(making, executor);
    } catch (RuntimeException | OutOfMemoryError noThread) {
      made.completeExceptionally(noThread);
    }
  }
}
