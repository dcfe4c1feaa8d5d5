package dev.goldenrod.server.client;

/** The API refused a request or could not be reached. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  ApiException(int status, String message) {
    super(message);
    this.status = status;
  }

  ApiException(String message, Throwable cause) {
    super(message, cause);
    this.status = 0;
  }

  /** The answer's status; 0 when there was none. */
  public int status() {
    return status;
  }
}
