package dev.goldenrod.dataplane.imports;

import dev.goldenrod.port.ImportResult;
import java.util.List;
import java.util.Objects;

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
}
