package dev.goldenrod.port;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a row is refused: its id or another unique value is taken, or a row that it refers to
 * does not exist. The transaction cannot be committed any more. The message names the violated
 * rule.
 */
public final class StoreConflictException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreConflictException(String message) {
    this(message, null);
  }

  public StoreConflictException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
