package dev.goldenrod.port;

/**
 * Thrown when the agent of a data plane is not connected. Work continues when the agent connects
 * again. The message is meant for people.
 */
public final class DataPlaneOfflineException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public DataPlaneOfflineException(String message) {
    super(message);
  }
}
