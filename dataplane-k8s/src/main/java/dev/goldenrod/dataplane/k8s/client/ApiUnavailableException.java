package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.port.DataPlaneException;

/**
 * The API server, or the way to a pod, is unavailable or too busy. The call may or may not have
 * taken effect, and may succeed later.
 */
public final class ApiUnavailableException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public ApiUnavailableException(String message) {
    super(message);
  }

  public ApiUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
