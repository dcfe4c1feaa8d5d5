package dev.goldenrod.port;

import dev.goldenrod.imports.Progress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A step of an import as a data plane sees it now.
 *
 * @param message why it failed, since when it has got no further, or what it waits for; else empty
 * @param progress null when there is nothing to count
 * @param warnings what could not be carried over so far, a sentence each
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

  /** The step needs to be ensured. */
  public static ImportObservation absent() {
    return new ImportObservation(StepState.ABSENT, "", null, List.of(), ImportResult.UNKNOWN);
  }

  /** The step is under way. */
  public static ImportObservation running(@Nullable Progress progress, List<String> warnings) {
    return new ImportObservation(StepState.RUNNING, "", progress, warnings, ImportResult.UNKNOWN);
  }

  /** The step is under way and gets no further for now, as the message tells. */
  public static ImportObservation stalled(
      String message, @Nullable Progress progress, List<String> warnings) {
    return new ImportObservation(
        StepState.RUNNING, message, progress, warnings, ImportResult.UNKNOWN);
  }

  /** The step is done. */
  public static ImportObservation done(ImportResult result, List<String> warnings) {
    return new ImportObservation(StepState.DONE, "", null, warnings, result);
  }

  /** The step failed. */
  public static ImportObservation failed(String message, List<String> warnings) {
    return new ImportObservation(StepState.FAILED, message, null, warnings, ImportResult.UNKNOWN);
  }
}
