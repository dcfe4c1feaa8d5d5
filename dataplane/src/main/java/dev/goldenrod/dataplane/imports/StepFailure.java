package dev.goldenrod.dataplane.imports;

import dev.goldenrod.imports.ImportPhase;
import java.util.List;

/** The saved failure of a step, with the warnings of the earlier steps and of this one. */
public record StepFailure(ImportPhase step, String message, List<String> warnings) {}
