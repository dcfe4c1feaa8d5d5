package dev.goldenrod.client;

/**
 * No answer came, or one that is none of Goldenrod's. A change that was asked for may have been
 * made.
 */
public final class NoAnswerException extends ClientException {
  private static final long serialVersionUID = 1L;

  /** Also for a server that a program does not ask, as one at whose address another listens. */
  public NoAnswerException(String message) {
    super(message);
  }

  NoAnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
