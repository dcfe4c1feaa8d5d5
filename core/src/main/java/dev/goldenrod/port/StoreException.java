package dev.goldenrod.port;

/** The store cannot be reached or broke down. The message holds no secret. */
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
