package dev.goldenrod.oidc;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import java.io.IOException;

/** Thrown if an issuer does not answer usably, or says no. */
final class IssuerException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_REASON = 500;

  private final boolean isRefusal;
  private final String error;

  private IssuerException(String message, Throwable cause, boolean isRefusal, String error) {
    super(message, cause);
    this.isRefusal = isRefusal;
    this.error = error;
  }

  /** Returns an exception for an issuer that may answer later. */
  static IssuerException unavailable(String message, Throwable cause) {
    return new IssuerException(message, cause, false, "");
  }

  /** Returns an exception for an account or a message that is refused. */
  static IssuerException refused(String message, Throwable cause) {
    return new IssuerException(message, cause, true, "");
  }

  /** Returns an exception for an error that an endpoint of the issuer answered. */
  static IssuerException answered(ErrorObject error) {
    String code = String.valueOf(error.getCode());
    IOException cause = new IOException(code + ": " + error.getDescription());
    return OAuth2Error.INVALID_GRANT.getCode().equals(code)
        ? new IssuerException("the issuer no longer confirms the account", cause, true, code)
        : new IssuerException("the issuer answers with an error", cause, false, code);
  }

  /** Returns OAuth's code of the issuer's error; empty if the issuer answered none. */
  String error() {
    return error;
  }

  /** Returns what went wrong, without the details that differ at each time. */
  String kind() {
    return getMessage() + " " + error;
  }

  /** Returns what went wrong, for the log, where a stack trace would say no more. */
  String reason() {
    String reason = getMessage() + ": " + getCause();
    return reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
  }

  boolean isRefusal() {
    return isRefusal;
  }
}
