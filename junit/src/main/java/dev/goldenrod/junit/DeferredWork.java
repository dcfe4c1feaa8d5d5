package dev.goldenrod.junit;

import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Background work that no test waits for but that completes before the process ends. It starts with
 * a short delay, so that it does not take CPU time from the test that just got its clone.
 * Thread-safe.
 */
final class DeferredWork {
  /** Enough time for a test to run its first query. */
  private static final Duration MOMENT = Duration.ofMillis(25);

  private final ExecutorService threads = Executors.newCachedThreadPool(DeferredWork::thread);
  private final Executor later =
      CompletableFuture.delayedExecutor(MOMENT.toMillis(), TimeUnit.MILLISECONDS, threads);
  private final Set<CompletableFuture<?>> removals = ConcurrentHashMap.newKeySet();
  private final Queue<GoldenrodException> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean ending;

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "goldenrod");
    thread.setDaemon(true);
    return thread;
  }

  /** Schedules a creation after the delay, or as soon as the result is requested. */
  <T> Deferred<T> make(Supplier<T> making) {
    Deferred<T> made = new Deferred<>(making, threads);
    later.execute(made::begin);
    return made;
  }

  /** Schedules a removal; runs it immediately if the process is about to end. */
  void remove(Runnable removal) {
    if (ending) {
      removal.run();
      return;
    }
    CompletableFuture<Void> done =
        CompletableFuture.runAsync(() -> runNotingFailure(removal), later);
    removals.add(done);
    done.whenComplete((nothing, failure) -> removals.remove(done));
  }

  private void runNotingFailure(Runnable removal) {
    try {
      removal.run();
    } catch (GoldenrodException e) {
      failures.add(e);
    }
  }

  /** Waits for all scheduled removals; throws if one has failed since the last call. */
  void awaitRemovals() {
    CompletableFuture.allOf(removals.toArray(CompletableFuture[]::new)).join();
    GoldenrodException failure = failures.poll();
    failures.clear();
    if (failure != null) {
      throw failure;
    }
  }

  /** Makes later removals run immediately, because background threads may be gone. */
  void processEnds() {
    ending = true;
  }

  /** A value that is created once in the background, on demand. Thread-safe. */
  static final class Deferred<T> {
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
}
