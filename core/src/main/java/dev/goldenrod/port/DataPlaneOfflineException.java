package dev.goldenrod.port;

/**
 * The agent of a data plane is not connected: what it is asked for goes on when it dials in again.
 * The message is for people.
 */
public final class DataPlaneOfflineException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public DataPlaneOfflineException(String message) {
    super(message);
  }
}
