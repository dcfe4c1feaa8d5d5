package dev.goldenrod.bench;

/** A benchmark cannot go on; the message says why. */
final class BenchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BenchFailure(String message) {
    super(message);
  }

  BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
