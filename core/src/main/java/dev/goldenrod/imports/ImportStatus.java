package dev.goldenrod.imports;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The present state of an import job.
 *
 * @param message why the job failed, that it is being cancelled, or since when its step has made no
 *     progress; else empty
 * @param progress of the running step; null when it reports none
 * @param warnings what could not be imported from the source, one sentence each
 */
public record ImportStatus(
    ImportPhase phase, String message, @Nullable Progress progress, List<String> warnings) {
  /** The maximum characters of a job's warnings together: each list of jobs contains them. */
  private static final int MOST_CHARACTERS = 200_000;

  private static final String MORE = "there are more warnings, which are not kept";

  public ImportStatus {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(message);
    warnings = List.copyOf(warnings);
  }

  /** Returns the status of a phase that has just begun. */
  public static ImportStatus of(ImportPhase phase) {
    return new ImportStatus(phase, "", null, List.of());
  }

  /**
   * Returns the status after a report of the running step. A report without progress, as from a
   * server that does not run the step itself, keeps the last known progress and its message.
   */
  public ImportStatus reported(
      String newMessage, @Nullable Progress newProgress, List<String> newWarnings) {
    boolean isKept = newProgress == null && progress != null;
    return new ImportStatus(
        phase,
        isKept && newMessage.isEmpty() ? message : newMessage,
        isKept ? progress : newProgress,
        warningsAnd(newWarnings));
  }

  /**
   * Returns the warnings of this status and the new ones, without duplicates. Warnings beyond the
   * limit are left out, and the last warning then says so.
   */
  public List<String> warningsAnd(List<String> more) {
    Set<String> all = new LinkedHashSet<>(warnings);
    int room = MOST_CHARACTERS - all.stream().mapToInt(String::length).sum();
    for (String warning : more) {
      if (!all.contains(warning) && warning.length() > room) {
        all.add(MORE);
        break;
      }
      room -= all.add(warning) ? warning.length() : 0;
    }
    return List.copyOf(all);
  }
}
