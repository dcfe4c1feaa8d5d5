package dev.goldenrod.dataplane.imports;

import dev.goldenrod.port.ImportResult;
import java.util.List;
import java.util.Objects;

/** The saved result of a finished step, with its warnings. */
public record StepRecord(ImportResult result, List<String> warnings) {
  public StepRecord {
    Objects.requireNonNull(result);
    warnings = List.copyOf(warnings);
  }
}
