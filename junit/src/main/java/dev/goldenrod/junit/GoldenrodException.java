package dev.goldenrod.junit;

/** Thrown when there is no server, golden or clone. The message has the reason. */
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

  /** For repeated failures, whose first exception had the stack trace. */
  static GoldenrodException withoutTrace(String message) {
    return new GoldenrodException(message, false);
  }

  /** Returns the HTTP status of the server's refusal; 0 if there was no response. */
  int status() {
    return status;
  }
}
