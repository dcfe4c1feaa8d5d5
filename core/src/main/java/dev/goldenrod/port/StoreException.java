package dev.goldenrod.port;

/** Thrown when the store cannot be reached or fails. The message contains no secret. */
public sealed class StoreException extends RuntimeException
    permits StoreUnavailableException, StoreOutcomeUnknownException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
