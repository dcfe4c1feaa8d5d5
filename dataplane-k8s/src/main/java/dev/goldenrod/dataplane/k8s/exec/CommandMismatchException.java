package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.port.DataPlaneException;

/** A run cannot be resumed, because its former command was another one, as with another release. */
public final class CommandMismatchException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  CommandMismatchException(String message) {
    super(message);
  }
}
