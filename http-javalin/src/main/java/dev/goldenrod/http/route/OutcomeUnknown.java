package dev.goldenrod.http.route;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.Unavailable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * What is answered when the store goes away after a change: that a repetition may change something
 * a second time, and not that nothing was changed.
 */
public final class OutcomeUnknown {
  private OutcomeUnknown() {}

  /** The answer; the store is {@link Unavailable} no more, but the outcome unknown. */
  static <T> CompletableFuture<T> afterChange(Supplier<CompletableFuture<T>> answer) {
    return duringChange(answer)
        .exceptionallyCompose(
            failure ->
                CompletableFuture.failedFuture(
                    failure instanceof CompletionException && failure.getCause() != null
                        ? translated(failure.getCause())
                        : translated(failure)));
  }

  /** The same of what changes something and answers at once. */
  public static <T> T duringChange(Supplier<T> change) {
    try {
      return change.get();
    } catch (RuntimeException failure) {
      throw failure instanceof Unavailable ? unknown(failure) : failure;
    }
  }

  private static Throwable translated(Throwable failure) {
    return failure instanceof Unavailable ? unknown(failure) : failure;
  }

  private static ControlPlaneException unknown(Throwable away) {
    return ControlPlaneException.of(
        ErrorCode.OUTCOME_UNKNOWN, "the change may have been made: " + away.getMessage());
  }
}
