package dev.goldenrod.dataplane.local.database;

import org.jspecify.annotations.Nullable;

/** Why a database cannot be brought up just now. The message is for people and holds no secret. */
final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is to be done about it. */
  enum Kind {
    /** It may come right by itself: look again soon. */
    BLOCKED,
    /** The server ended: start it again, but not for ever. */
    CRASHED,
    /** Trying again does not help. */
    FAILED
  }

  private final Kind kind;

  private DatabaseException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  static DatabaseException blocked(String message, @Nullable Throwable cause) {
    return new DatabaseException(Kind.BLOCKED, message, cause);
  }

  static DatabaseException crashed(String message, @Nullable Throwable cause) {
    return new DatabaseException(Kind.CRASHED, message, cause);
  }

  static DatabaseException failed(String message, @Nullable Throwable cause) {
    return new DatabaseException(Kind.FAILED, message, cause);
  }

  Kind kind() {
    return kind;
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
