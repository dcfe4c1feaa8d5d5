package dev.goldenrod.reconcile;

import dev.goldenrod.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets callers wait for a change of a resource without occupying a thread. Changes made by this
 * process are seen at once, those of other servers within a second. Thread-safe.
 */
public final class ChangeNotifier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeNotifier.class);
  private static final long POLL_MILLIS = 1000;
  private static final int READERS = 4;

  /** Only triggers reads: a slow store must not delay the timer. */
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("changes"));

  private final ExecutorService readers =
      Executors.newFixedThreadPool(READERS, new DaemonThreads("changes-reader"));
  private final ConcurrentHashMap<UUID, ConcurrentHashMap<Object, Watch<?>>> watches =
      new ConcurrentHashMap<>();
  private final List<Consumer<UUID>> listeners = new CopyOnWriteArrayList<>();

  ChangeNotifier() {}

  /**
   * Registers a listener for the id of each resource that this process may have changed. It is
   * called in the thread that made the change, and must neither block nor throw. Changes made by
   * other servers are not reported.
   *
   * @return removes the listener
   */
  public Runnable listen(Consumer<UUID> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /**
   * Returns the resource once the condition holds, or as last seen when the time is up. The first
   * read is done in the caller's thread.
   *
   * @param read reads the resource; an exception from it becomes the future's failure
   */
  public <T> CompletableFuture<T> await(
      UUID id, Supplier<T> read, Predicate<T> wanted, Duration atMost) {
    Watch<T> watch = new Watch<>(read, wanted);
    register(id, watch);
    Future<?> poll =
        timer.scheduleWithFixedDelay(
            () -> readSoon(watch), POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
    Future<?> end = timer.schedule(watch::timeIsUp, atMost.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<T> answer = watch.answer();
    answer.whenComplete(
        (value, failure) -> {
          poll.cancel(false);
          end.cancel(false);
          unregister(id, watch);
        });
    watch.read();
    return answer;
  }

  /** Atomic, because {@link #unregister} drops a map that has become empty. */
  private void register(UUID id, Watch<?> watch) {
    watches.compute(
        id,
        (key, known) -> {
          ConcurrentHashMap<Object, Watch<?>> all =
              known == null ? new ConcurrentHashMap<>() : known;
          all.put(watch, watch);
          return all;
        });
  }

  private void unregister(UUID id, Object watch) {
    watches.computeIfPresent(
        id,
        (key, all) -> {
          all.remove(watch);
          return all.isEmpty() ? null : all;
        });
  }

  void changed(UUID id) {
    ConcurrentHashMap<Object, Watch<?>> all = watches.get(id);
    if (all != null) {
      all.values().forEach(this::readSoon);
    }
    listeners.forEach(listener -> listener.accept(id));
  }

  /** A failure must not reach the thread that made the change; the next poll reads again. */
  private void readSoon(Watch<?> watch) {
    if (!watch.claim()) {
      return;
    }
    try {
      readers.execute(watch::readClaimed);
    } catch (RejectedExecutionException closed) {
      watch.unclaim();
    } catch (Throwable broken) {
      watch.unclaim();
      LOG.error("Cannot read a resource that callers wait for, will retry", broken);
    }
  }

  /** Completes all waiting futures with the last value seen. */
  @Override
  public void close() {
    timer.shutdownNow();
    readers.shutdownNow();
    watches.values().stream().flatMap(all -> all.values().stream()).forEach(Watch::timeIsUp);
  }

  /** A caller that waits for a condition on a resource. Thread-safe. */
  private static final class Watch<T> {
    private final Supplier<T> reading;
    private final Predicate<T> wanted;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile @Nullable T last;
    private volatile boolean late;

    Watch(Supplier<T> reading, Predicate<T> wanted) {
      this.reading = reading;
      this.wanted = wanted;
    }

    CompletableFuture<T> answer() {
      return answer;
    }

    boolean claim() {
      return !answer.isDone() && claimed.compareAndSet(false, true);
    }

    void unclaim() {
      claimed.set(false);
    }

    /** Unclaims before it reads, so that a change during the read causes another one. */
    void readClaimed() {
      unclaim();
      read();
    }

    void read() {
      if (answer.isDone()) {
        return;
      }
      try {
        T value = reading.get();
        last = value;
        if (late || wanted.test(value)) {
          answer.complete(value);
        }
      } catch (Throwable refused) {
        answer.completeExceptionally(refused);
      }
    }

    /**
     * Completes with the last value seen; without one, the first read completes it when it ends.
     */
    void timeIsUp() {
      late = true;
      T value = last;
      if (value != null) {
        answer.complete(value);
      }
    }
  }
}
