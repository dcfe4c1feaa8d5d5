package dev.goldenrod.port;

import dev.goldenrod.imports.Progress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The present state of an import's step, as a data plane reports it.
 *
 * @param message why it failed, since when it made no progress, or what it waits for; else empty
 * @param progress null when there is nothing to count
 * @param warnings what could not be imported so far, one sentence each
 * @param result what the import knows so far
 */
public record ImportObservation(
    StepState state,
    String message,
    @Nullable Progress progress,
    List<String> warnings,
    ImportResult result) {
  public ImportObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(message);
    Objects.requireNonNull(result);
    warnings = List.copyOf(warnings);
  }

  /** Returns the observation of a step that has to be started. */
  public static ImportObservation absent() {
    return new ImportObservation(StepState.ABSENT, "", null, List.of(), ImportResult.UNKNOWN);
  }

  /** Returns the observation of a step in progress. */
  public static ImportObservation running(@Nullable Progress progress, List<String> warnings) {
    return new ImportObservation(StepState.RUNNING, "", progress, warnings, ImportResult.UNKNOWN);
  }

  /** Returns the observation of a step that makes no progress, for the reason in the message. */
  public static ImportObservation stalled(
      String message, @Nullable Progress progress, List<String> warnings) {
    return new ImportObservation(
        StepState.RUNNING, message, progress, warnings, ImportResult.UNKNOWN);
  }

  /** Returns the observation of a completed step. */
  public static ImportObservation done(ImportResult result, List<String> warnings) {
    return new ImportObservation(StepState.DONE, "", null, warnings, result);
  }

  /** Returns the observation of a failed step. */
  public static ImportObservation failed(String message, List<String> warnings) {
    return new ImportObservation(StepState.FAILED, message, null, warnings, ImportResult.UNKNOWN);
  }
}
