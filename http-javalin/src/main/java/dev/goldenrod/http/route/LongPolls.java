package dev.goldenrod.http.route;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** The requests that wait for a resource to settle. */
public final class LongPolls {
  private final Executor threads;
  private final Set<CompletableFuture<Void>> held = ConcurrentHashMap.newKeySet();
  private volatile boolean released;

  /** No request waits yet; answers are made on the threads. */
  public LongPolls(Executor threads) {
    this.threads = threads;
  }

  /** The settled resource, or the resource as it is now when the server stops first. */
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

  /** What becomes of the resource once it is there, made on the threads unless it is there now. */
  public <T, A> CompletableFuture<A> then(CompletableFuture<T> resource, Function<T, A> answer) {
    return resource.isDone()
        ? resource.thenApply(answer)
        : resource.thenApplyAsync(answer, threads);
  }

  /** Where answers are made. */
  public Executor threads() {
    return threads;
  }

  /** Whether the server stops, and no request waits any more. */
  public boolean isCompleted() {
    return released;
  }

  /** Answers all that wait, and from now on at once. */
  public void completeAll() {
    released = true;
    held.forEach(early -> early.complete(null));
  }
}
