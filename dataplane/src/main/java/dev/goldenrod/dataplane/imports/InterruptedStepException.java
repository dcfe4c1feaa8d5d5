package dev.goldenrod.dataplane.imports;

import dev.goldenrod.port.DataPlaneException;

/** A step was interrupted by what is no fault of it: it may be done again, where it stands. */
public final class InterruptedStepException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public InterruptedStepException(String message) {
    super(message);
  }

  public InterruptedStepException(String message, Throwable cause) {
    super(message, cause);
  }
}
