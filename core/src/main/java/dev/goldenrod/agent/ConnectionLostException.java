package dev.goldenrod.agent;

/** Thrown when a connection was lost. The message is meant for people. */
public final class ConnectionLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConnectionLostException(String message) {
    super(message);
  }

  public ConnectionLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
