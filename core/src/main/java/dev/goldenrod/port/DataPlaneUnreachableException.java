package dev.goldenrod.port;

/** Thrown when a data plane does not answer; work continues later. The message is for people. */
public final class DataPlaneUnreachableException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public DataPlaneUnreachableException(String message) {
    super(message);
  }

  public DataPlaneUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
