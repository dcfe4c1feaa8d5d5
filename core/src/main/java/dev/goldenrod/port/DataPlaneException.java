package dev.goldenrod.port;

/**
 * Thrown when a data plane cannot do what was requested. The message is meant for people: it names
 * the resource, the value and the remedy, and contains no secret.
 */
public class DataPlaneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DataPlaneException(String message) {
    super(message);
  }

  public DataPlaneException(String message, Throwable cause) {
    super(message, cause);
  }
}
