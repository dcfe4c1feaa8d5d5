package dev.goldenrod.oidc;

/** Thrown if an issuer does not answer usably, or says no. */
final class IssuerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isRefusal;

  private IssuerException(String message, Throwable cause, boolean isRefusal) {
    super(message, cause);
    this.isRefusal = isRefusal;
  }

  /** Returns an exception for an issuer that may answer later. */
  static IssuerException unavailable(String message, Throwable cause) {
    return new IssuerException(message, cause, false);
  }

  /** Returns an exception for an account or a message that is refused. */
  static IssuerException refused(String message, Throwable cause) {
    return new IssuerException(message, cause, true);
  }

  boolean isRefusal() {
    return isRefusal;
  }
}
