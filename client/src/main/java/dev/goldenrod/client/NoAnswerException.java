package dev.goldenrod.client;

/**
 * Thrown when no response arrives or the response is not from Goldenrod. A requested change may
 * have been made.
 */
public final class NoAnswerException extends ClientException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception, also for callers that do not contact a server, such as when another
   * process listens at its address.
   */
  public NoAnswerException(String message) {
    super(message);
  }

  NoAnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
