package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** Thrown when a request is refused, when it gets no valid response, or when a wait fails. */
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
