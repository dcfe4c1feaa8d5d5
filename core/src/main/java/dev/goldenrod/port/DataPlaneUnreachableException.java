package dev.goldenrod.port;

/**
 * A data plane gave no answer at all, whatever it was asked: what it is asked for goes on when it
 * can be reached again. The message is for people.
 */
public final class DataPlaneUnreachableException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public DataPlaneUnreachableException(String message) {
    super(message);
  }

  public DataPlaneUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
