package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.port.DataPlaneException;

/**
 * The API server, or the way to a pod, is away or too busy. Whether something was done is not
 * known; the same may succeed later.
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
