package dev.goldenrod.junit;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Something that is made once, in the background, when it is first told to begin. Thread-safe. */
final class Deferred<T> {
  private final Supplier<T> making;
  private final Executor executor;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final CompletableFuture<T> made = new CompletableFuture<>();

  Deferred(Supplier<T> making, Executor executor) {
    this.making = making;
    this.executor = executor;
  }

  /** Keeps it from beginning; what comes of it, if it has begun before. */
  Optional<CompletableFuture<T>> cancel() {
    return begun.getAndSet(true) ? Optional.of(made) : Optional.empty();
  }

  /** Begins, unless that was done before; what comes of it. Not for what was cancelled. */
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
