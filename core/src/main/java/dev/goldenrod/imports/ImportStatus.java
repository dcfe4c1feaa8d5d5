package dev.goldenrod.imports;

import java.util.List;
import java.util.Objects;
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
  public ImportStatus {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(message);
    warnings = List.copyOf(warnings);
  }

  /** A phase that has just begun. */
  public static ImportStatus of(ImportPhase phase) {
    return new ImportStatus(phase, "", null, List.of());
  }
}
