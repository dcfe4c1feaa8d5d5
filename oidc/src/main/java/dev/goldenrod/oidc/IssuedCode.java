package dev.goldenrod.oidc;

import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import java.time.Duration;

/**
 * What the program of a device sign-in keeps, encrypted.
 *
 * @param interval the shortest time between two questions for the result
 * @param verifier proves to the issuer that the code was requested here
 * @param code of the issuer
 */
record IssuedCode(Duration interval, CodeVerifier verifier, String code) {
  private static final int PARTS = 3;

  String text() {
    return interval.toSeconds() + "." + verifier.getValue() + "." + code;
  }

  /**
   * @param text of {@link #text}
   */
  static IssuedCode parse(String text) {
    String[] parts = text.split("\\.", PARTS);
    return new IssuedCode(
        Duration.ofSeconds(Long.parseLong(parts[0])), new CodeVerifier(parts[1]), parts[2]);
  }

  /** Leaves out the secrets. */
  @Override
  public String toString() {
    return "IssuedCode[]";
  }
}
