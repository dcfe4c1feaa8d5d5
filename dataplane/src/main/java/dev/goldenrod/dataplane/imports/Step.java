package dev.goldenrod.dataplane.imports;

import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/**
 * The work of one phase. Done again after an interruption, it goes on where that can be, and else
 * begins by removing what the interrupted one left behind.
 */
public interface Step {
  /**
   * Does the work and returns what it found out or made.
   *
   * @throws InterruptedStepException when it was interrupted, so that it is to be done again
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be done
   */
  ImportResult run(ImportSpec spec, StepRun run);
}
