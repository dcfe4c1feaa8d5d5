package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Requests that connect to a source, one at a time for a member, and each for a limited time. */
final class SourceReads implements AutoCloseable {
  private static final int AT_ONCE = 2;
  private static final int WAITING_OF_EACH = 4;
  private static final int WAITING = 16;

  private final Duration timeout;
  private final FairQueue queue = new FairQueue("sources", AT_ONCE, WAITING_OF_EACH, WAITING);

  SourceReads(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Runs the work when it is the member's turn. The result fails with a {@link
   * ControlPlaneException} if that takes longer than the timeout.
   *
   * @throws ControlPlaneException if too many requests are waiting
   */
  <T> CompletableFuture<T> submit(Actor actor, Supplier<T> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (!queue.submit(actor.userId(), () -> complete(answer, work))) {
      throw ControlPlaneException.conflictBecause(
          "too many requests for sources are waiting, at most %d per member and %d in all; try again later"
              .formatted(WAITING_OF_EACH, WAITING));
    }
    return answer.exceptionally(failure -> refuse(failure));
  }

  /** Does nothing if the request timed out in the queue. */
  private static <T> void complete(CompletableFuture<T> answer, Supplier<T> work) {
    if (answer.isDone()) {
      return;
    }
    try {
      answer.complete(work.get());
    } catch (Throwable e) {
      answer.completeExceptionally(e);
    }
  }

  private <T> T refuse(Throwable failure) {
    if (failure instanceof TimeoutException) {
      throw ControlPlaneException.conflictBecause(
          "the source, or the requests before this one, took longer than %d s; try again later"
              .formatted(timeout.toSeconds()));
    }
    throw failure instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(failure);
  }

  @Override
  public void close() {
    queue.close();
  }
}
