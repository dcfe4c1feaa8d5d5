package dev.goldenrod.bench.measure;

/** A benchmark cannot go on; the message says why. */
public final class BenchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BenchFailure(String message) {
    super(message);
  }

  public BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
