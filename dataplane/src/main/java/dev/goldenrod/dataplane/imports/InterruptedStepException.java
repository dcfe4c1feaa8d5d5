package dev.goldenrod.dataplane.imports;

import dev.goldenrod.port.DataPlaneException;

/** An interruption of a step that the step itself did not cause: the step may be run again. */
public final class InterruptedStepException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public InterruptedStepException(String message) {
    super(message);
  }

  public InterruptedStepException(String message, Throwable cause) {
    super(message, cause);
  }
}
