package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.port.ImportResult;
import java.util.List;

/**
 * What is kept of a step that is done.
 *
 * @param warnings those of the step alone
 */
record StepRecord(ImportResult result, List<String> warnings) {
  StepRecord {
    warnings = List.copyOf(warnings);
  }
}
