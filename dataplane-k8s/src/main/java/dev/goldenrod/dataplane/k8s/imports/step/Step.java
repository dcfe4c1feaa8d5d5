package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/**
 * The work of one phase. It begins by removing what an interrupted run of it left behind, and
 * throws when it cannot be done.
 */
public interface Step {
  /** Does the work and returns what it found out or made. */
  ImportResult run(ImportSpec spec, StepReport report);
}
