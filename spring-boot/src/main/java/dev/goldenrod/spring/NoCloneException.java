package dev.goldenrod.spring;

/** A test has no clone; the message says all, and no trace follows it. */
final class NoCloneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoCloneException(String message) {
    super(message, null, false, false);
  }
}
