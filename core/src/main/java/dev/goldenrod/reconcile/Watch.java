package dev.goldenrod.reconcile;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A caller who waits for a resource to be as wanted. Thread-safe. */
final class Watch<T> {
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

  /** Whether nobody is about to read already. */
  boolean claim() {
    return !answer.isDone() && claimed.compareAndSet(false, true);
  }

  void unclaim() {
    claimed.set(false);
  }

  /** A change from now on is read once more. */
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

  /** Answers with what was seen last; a first reading under way is the answer when it ends. */
  void timeIsUp() {
    late = true;
    T value = last;
    if (value != null) {
      answer.complete(value);
    }
  }
}
