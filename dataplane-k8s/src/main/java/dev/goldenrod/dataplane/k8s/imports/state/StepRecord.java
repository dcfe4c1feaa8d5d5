package dev.goldenrod.dataplane.k8s.imports.state;

import dev.goldenrod.dataplane.k8s.version.SavedVersion;
import dev.goldenrod.port.ImportResult;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is kept of a step that is done.
 *
 * @param warnings those of the step alone
 */
public record StepRecord(ImportResult result, List<String> warnings) {
  public StepRecord {
    Objects.requireNonNull(result);
    warnings = List.copyOf(warnings);
  }

  /** What the import that made the version keeps of it; empty when that is damaged. */
  public static Optional<StepRecord> of(SavedVersion version) {
    return SavedState.parse(version.record(), StepRecord.class);
  }
}
