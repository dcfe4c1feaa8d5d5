package dev.goldenrod.oidc;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Thrown if a sign-in by the device grant has not succeeded, or not yet. */
public final class DeviceException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The errors of RFC 8628 and RFC 6749. */
  public enum Error {
    /** The person has not decided yet: the program asks again after the interval. */
    AUTHORIZATION_PENDING,
    /** Like {@link #AUTHORIZATION_PENDING}, and the interval is five seconds longer from now on. */
    SLOW_DOWN,
    /** The issuer or its way to here is out of order: the program may ask again later. */
    TEMPORARILY_UNAVAILABLE,
    EXPIRED_TOKEN,
    /** The person refused, or the account may not sign in. */
    ACCESS_DENIED,
    /** The device code is unknown or was used. */
    INVALID_GRANT,
    INVALID_REQUEST,
    /** The issuer does not offer the grant to this server. */
    UNAUTHORIZED_CLIENT;

    /** Returns the error as OAuth spells it. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Error> of(String wireName) {
      return Stream.of(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
    }
  }

  private final Error error;

  /**
   * @param message a phrase for people
   */
  DeviceException(Error error, String message) {
    super(message);
    this.error = error;
  }

  public Error error() {
    return error;
  }
}
