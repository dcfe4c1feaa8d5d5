package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/**
 * The work of one phase. It begins by removing what an interrupted run of it left behind, and
 * throws when it cannot be done.
 */
interface Step {
  /** Does the work and returns what it found out or made. */
  ImportResult run(ImportSpec spec, Staging staging, StepReport report);
}
