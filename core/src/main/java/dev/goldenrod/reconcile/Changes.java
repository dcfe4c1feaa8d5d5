package dev.goldenrod.reconcile;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lets callers wait for a change of a resource without holding a thread. Changes made by this
 * process are seen at once, those of other servers within a second. Thread-safe.
 */
public final class Changes implements AutoCloseable {
  private static final long POLL_MILLIS = 1000;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "goldenrod-changes");
            thread.setDaemon(true);
            return thread;
          });
  private final ConcurrentHashMap<UUID, ConcurrentHashMap<Object, Runnable>> watchers =
      new ConcurrentHashMap<>();

  Changes() {}

  /**
   * The resource once it is as wanted, or as it is when the time is up.
   *
   * @param read reads the resource; what it throws becomes the future's failure
   */
  public <T> CompletableFuture<T> await(
      UUID id, Supplier<T> read, Predicate<T> wanted, Duration atMost) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Runnable look = () -> look(read, wanted, answer);
    watchers.computeIfAbsent(id, any -> new ConcurrentHashMap<>()).put(answer, look);
    Future<?> poll =
        timer.scheduleWithFixedDelay(look, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
    Future<?> end =
        timer.schedule(
            () -> look(read, any -> true, answer), atMost.toMillis(), TimeUnit.MILLISECONDS);
    answer.whenComplete(
        (value, failure) -> {
          poll.cancel(false);
          end.cancel(false);
          forget(id, answer);
        });
    look.run();
    return answer;
  }

  private static <T> void look(Supplier<T> read, Predicate<T> wanted, CompletableFuture<T> answer) {
    if (answer.isDone()) {
      return;
    }
    try {
      T value = read.get();
      if (wanted.test(value)) {
        answer.complete(value);
      }
    } catch (RuntimeException refused) {
      answer.completeExceptionally(refused);
    }
  }

  private void forget(UUID id, Object watcher) {
    watchers.computeIfPresent(
        id,
        (key, all) -> {
          all.remove(watcher);
          return all.isEmpty() ? null : all;
        });
  }

  void changed(UUID id) {
    ConcurrentHashMap<Object, Runnable> all = watchers.get(id);
    if (all != null) {
      all.values().forEach(look -> timer.execute(look));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
