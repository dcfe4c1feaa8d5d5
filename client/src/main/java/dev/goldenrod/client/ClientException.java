package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** A request was refused, no answer to it came, or what was waited for did not come. */
public abstract sealed class ClientException extends RuntimeException
    permits ApiException, NoAnswerException, WaitException {
  private static final long serialVersionUID = 1L;

  ClientException(String message) {
    super(message);
  }

  ClientException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
