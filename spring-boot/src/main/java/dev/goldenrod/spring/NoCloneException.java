package dev.goldenrod.spring;

/** A failure to provide a clone, with the whole reason in its message and without a stack trace. */
final class NoCloneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoCloneException(String message) {
    super(message, null, false, false);
  }
}
