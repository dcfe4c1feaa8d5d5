package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.port.DataPlaneException;

/** Work was gone on with that had been done in another way, as by another release. */
public final class OtherRunException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  OtherRunException(String message) {
    super(message);
  }
}
