package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.port.DataPlaneUnreachableException;
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
   * @throws ApiUnavailableException when the cluster has too much to do, so that it is to be done
   *     again
   * @throws DataPlaneUnreachableException the same, when it is away
   * @throws InterruptedStepException the same, when something else interrupted it
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be done
   */
  ImportResult run(ImportSpec spec, StepRun run);
}
