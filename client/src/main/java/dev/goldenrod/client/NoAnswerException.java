package dev.goldenrod.client;

/**
 * No answer came, or one that is none of Goldenrod's. A change that was asked for may have been
 * made.
 */
public final class NoAnswerException extends ClientException {
  private static final long serialVersionUID = 1L;

  NoAnswerException(String message) {
    super(message);
  }

  NoAnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
