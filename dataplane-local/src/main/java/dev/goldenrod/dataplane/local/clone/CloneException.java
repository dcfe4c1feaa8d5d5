package dev.goldenrod.dataplane.local.clone;

import org.jspecify.annotations.Nullable;

/** Why a clone cannot be brought up just now. The message is for people and holds no secret. */
final class CloneException extends RuntimeException {
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

  private CloneException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  static CloneException blocked(String message, @Nullable Throwable cause) {
    return new CloneException(Kind.BLOCKED, message, cause);
  }

  static CloneException crashed(String message, @Nullable Throwable cause) {
    return new CloneException(Kind.CRASHED, message, cause);
  }

  static CloneException failed(String message, @Nullable Throwable cause) {
    return new CloneException(Kind.FAILED, message, cause);
  }

  Kind kind() {
    return kind;
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
