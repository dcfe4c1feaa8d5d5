package dev.goldenrod.port;

import org.jspecify.annotations.Nullable;

/**
 * A row was refused: its id or another unique value is taken, or the row it refers to does not
 * exist. The transaction it was thrown in cannot be committed any more. The message names the rule
 * that was broken.
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
