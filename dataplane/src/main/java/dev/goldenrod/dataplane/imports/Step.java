package dev.goldenrod.dataplane.imports;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/**
 * The work of one phase of an import. A step that runs again after an interruption continues where
 * it can; otherwise it first removes what the interrupted run left behind.
 */
public interface Step {
  /** An interruption of a step that the step itself did not cause: the step may be run again. */
  final class InterruptedStepException extends DataPlaneException {
    private static final long serialVersionUID = 1L;

    public InterruptedStepException(String message) {
      super(message);
    }

    public InterruptedStepException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Does the work and returns its result.
   *
   * @throws InterruptedStepException if the step was interrupted and should run again
   * @throws dev.goldenrod.port.DataPlaneException if the work cannot be done
   */
  ImportResult run(ImportSpec spec, StepRun run);
}
