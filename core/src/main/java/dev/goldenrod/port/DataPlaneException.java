package dev.goldenrod.port;

/**
 * A data plane could not do its part. The message is for people: it names the thing, the value and
 * the way out, and holds no secret.
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
