package dev.goldenrod.junit;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Work that no test waits for, and that is done before all tests are over. It begins a moment late,
 * so that it leaves the processors to the test that has just got its clone. Thread-safe.
 */
final class DeferredWork {
  /** In which a test gets the answer of its first query. */
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

  /** Makes something, in a moment or as soon as somebody asks for it. */
  <T> Deferred<T> make(Supplier<T> making) {
    Deferred<T> made = new Deferred<>(making, threads);
    later.execute(made::begin);
    return made;
  }

  /** Removes something, now if the process is about to end. */
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

  /**
   * Waits until everything that is to be removed is.
   *
   * @throws GoldenrodException when something was not, since the last call
   */
  void awaitRemovals() {
    CompletableFuture.allOf(removals.toArray(CompletableFuture[]::new)).join();
    GoldenrodException failure = failures.poll();
    failures.clear();
    if (failure != null) {
      throw failure;
    }
  }

  /** From now on nothing is left to a thread that may not be there any more. */
  void processEnds() {
    ending = true;
  }
}
