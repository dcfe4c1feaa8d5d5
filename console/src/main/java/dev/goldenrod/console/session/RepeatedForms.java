package dev.goldenrod.console.session;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Answers a form that a browser sends twice, such as by a double click, with the first answer. For
 * forms whose answer cannot be read again, because it has a secret: it stays in memory for half a
 * minute, on the server that gave it. Thread-safe.
 */
public final class RepeatedForms {
  private static final long RETENTION_NANOS = Duration.ofSeconds(30).toNanos();

  private final Map<String, Kept> answers = new ConcurrentHashMap<>();

  private record Kept(CompletableFuture<Answer> answer, long nanos) {
    boolean isOld() {
      return answer.isDone() && System.nanoTime() - nanos > RETENTION_NANOS;
    }
  }

  /** Returns the same change, carried out once for each form; a failed one can be sent again. */
  public Function<Visit, Answer> once(Function<Visit, Answer> change) {
    return visit ->
        visit.key().map(key -> answer(visit, key, change)).orElseGet(() -> change.apply(visit));
  }

  private Answer answer(Visit visit, String key, Function<Visit, Answer> change) {
    answers.values().removeIf(Kept::isOld);
    String form = visit.user().id() + " " + key;
    Kept own = new Kept(new CompletableFuture<>(), System.nanoTime());
    Kept first = answers.putIfAbsent(form, own);
    if (first != null) {
      return await(first);
    }
    try {
      own.answer().complete(change.apply(visit));
    } catch (RuntimeException | Error e) {
      answers.remove(form, own);
      own.answer().completeExceptionally(e);
    }
    return await(own);
  }

  private static Answer await(Kept kept) {
    try {
      return kept.answer().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
