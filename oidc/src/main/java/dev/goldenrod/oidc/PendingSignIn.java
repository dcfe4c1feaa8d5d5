package dev.goldenrod.oidc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A sign-in that a browser has begun, which only this browser can complete: it is kept in a cookie.
 *
 * @param issuer the id of the issuer
 * @param state comes back with the browser
 * @param nonce comes back in the ID token
 * @param verifier proves to the issuer that the code was requested here
 * @param next the path to show after the sign-in
 */
public record PendingSignIn(
    String issuer, String state, String nonce, String verifier, String next) {
  private static final int SECRET_BYTES = 32;
  private static final int PARTS = 5;
  private static final Predicate<String> SECRET_TEXT =
      Pattern.compile("[A-Za-z0-9_-]{43}").asMatchPredicate();
  private static final SecureRandom RANDOM = new SecureRandom();

  static PendingSignIn begin(String issuer, String next) {
    return new PendingSignIn(issuer, secret(), secret(), secret(), next);
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return encode(bytes);
  }

  /** Returns the text for the cookie. */
  public String text() {
    return String.join(
        ".", issuer, state, nonce, verifier, encode(next.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the sign-in of a cookie; empty if it is malformed. */
  public static Optional<PendingSignIn> parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != PARTS || !Stream.of(parts).skip(1).limit(3).allMatch(SECRET_TEXT)) {
      return Optional.empty();
    }
    try {
      String next = new String(Base64.getUrlDecoder().decode(parts[4]), StandardCharsets.UTF_8);
      return Optional.of(new PendingSignIn(parts[0], parts[1], parts[2], parts[3], next));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  boolean isOf(String issuerId, String presentedState) {
    return issuer.equals(issuerId)
        && state.length() >= SECRET_BYTES
        && MessageDigest.isEqual(
            state.getBytes(StandardCharsets.UTF_8),
            presentedState.getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Leaves out the secrets. */
  @Override
  public String toString() {
    return "PendingSignIn[" + issuer + "]";
  }
}
