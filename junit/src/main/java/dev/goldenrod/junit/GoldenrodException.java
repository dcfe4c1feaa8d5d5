package dev.goldenrod.junit;

/** There is no server, no golden or no clone; the message says why. */
public final class GoldenrodException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  GoldenrodException(String message) {
    this(0, message);
  }

  GoldenrodException(String message, Throwable cause) {
    super(message, cause);
    this.status = 0;
  }

  GoldenrodException(int status, String message) {
    super(message);
    this.status = status;
  }

  private GoldenrodException(String message, boolean hasTrace) {
    super(message, null, hasTrace, hasTrace);
    this.status = 0;
  }

  /** For what was told before, with its trace. */
  static GoldenrodException withoutTrace(String message) {
    return new GoldenrodException(message, false);
  }

  /** The HTTP status that a server refused with; 0 when none answered. */
  int status() {
    return status;
  }
}
