package dev.goldenrod.http.route;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** Requests that wait for a resource to settle. Thread-safe. */
public final class LongPolls {
  private final Executor threads;
  private final Set<CompletableFuture<Void>> held = ConcurrentHashMap.newKeySet();
  private volatile boolean released;

  /** Creates an instance that produces responses on the given threads. */
  public LongPolls(Executor threads) {
    this.threads = threads;
  }

  /** Returns the settled resource, or its current state if the server stops first. */
  public <T> CompletableFuture<T> await(CompletableFuture<T> settled, Supplier<T> now) {
    CompletableFuture<Void> early = new CompletableFuture<>();
    held.add(early);
    if (released) {
      early.complete(null);
    }
    return settled
        .applyToEither(early.thenApplyAsync(ignored -> now.get(), threads), Function.identity())
        .whenComplete((resource, failure) -> held.remove(early));
  }

  /**
   * Applies {@code answer} to the resource: on the calling thread if the resource is already
   * available, otherwise on the executor's threads.
   */
  public <T, A> CompletableFuture<A> then(CompletableFuture<T> resource, Function<T, A> answer) {
    return resource.isDone()
        ? resource.thenApply(answer)
        : resource.thenApplyAsync(answer, threads);
  }

  /** Returns the executor on which responses are produced. */
  public Executor threads() {
    return threads;
  }

  /** Returns whether the server is stopping, so that requests do not wait anymore. */
  public boolean isCompleted() {
    return released;
  }

  /** Completes all waiting requests. Later requests complete immediately. */
  public void completeAll() {
    released = true;
    held.forEach(early -> early.complete(null));
  }
}
