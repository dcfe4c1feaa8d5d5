package dev.goldenrod.console.session;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
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

  private record Kept(Answer answer, long nanos) {
    boolean isOld() {
      return System.nanoTime() - nanos > RETENTION_NANOS;
    }
  }

  /** Returns the same change, carried out once for each form; a failed one can be sent again. */
  public Function<Visit, Answer> once(Function<Visit, Answer> change) {
    return visit ->
        visit.key().map(key -> answer(visit, key, change)).orElseGet(() -> change.apply(visit));
  }

  private Answer answer(Visit visit, String key, Function<Visit, Answer> change) {
    answers.values().removeIf(Kept::isOld);
    Kept kept =
        answers.computeIfAbsent(
            visit.user().id() + " " + key,
            absent -> new Kept(change.apply(visit), System.nanoTime()));
    return Objects.requireNonNull(kept).answer();
  }
}
