package dev.goldenrod.http.route;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.Unavailable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Converts "the store is unavailable, nothing was changed" into "outcome unknown" where a change
 * may have been committed before the store became unavailable.
 */
public final class OutcomeUnknown {
  private OutcomeUnknown() {}

  /** Produces the response to a committed change. Converts like {@link #duringChange}. */
  static <T> CompletableFuture<T> afterChange(Supplier<CompletableFuture<T>> answer) {
    return duringChange(answer)
        .exceptionallyCompose(
            failure ->
                CompletableFuture.failedFuture(
                    failure instanceof CompletionException && failure.getCause() != null
                        ? translated(failure.getCause())
                        : translated(failure)));
  }

  /** Runs a change; converts {@link Unavailable} to "outcome unknown". */
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
