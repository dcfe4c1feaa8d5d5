package dev.goldenrod.dataplane.imports;

import dev.goldenrod.imports.ImportPhase;
import java.util.List;

/**
 * What is kept of a step that failed.
 *
 * @param warnings of the steps before, and of this one
 */
public record StepFailure(ImportPhase step, String message, List<String> warnings) {}
