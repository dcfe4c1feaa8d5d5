package dev.goldenrod.imports;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where an import job stands.
 *
 * @param message why the job failed, that it is being cancelled, or since when its step has got no
 *     further; else empty
 * @param progress of the running step; null when it reports none
 * @param warnings what could not be carried over from the source, a sentence each
 */
public record ImportStatus(
    ImportPhase phase, String message, @Nullable Progress progress, List<String> warnings) {
  /** The longest that all warnings of one job may be together: each list of jobs shows them. */
  private static final int MOST_CHARACTERS = 200_000;

  private static final String MORE = "there are more warnings, which are not kept";

  public ImportStatus {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(message);
    warnings = List.copyOf(warnings);
  }

  /** A phase that has just begun. */
  public static ImportStatus of(ImportPhase phase) {
    return new ImportStatus(phase, "", null, List.of());
  }

  /**
   * The warnings of this status and new ones, each once. Those that are too many are left out, and
   * the last one says so.
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
