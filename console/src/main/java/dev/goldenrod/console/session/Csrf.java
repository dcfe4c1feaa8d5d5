package dev.goldenrod.console.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The token that a form proves with that it comes from a page of the session. It is derived from
 * the session's token, so every server of a store accepts it, and nothing is stored.
 */
final class Csrf {
  static final String FIELD = "csrf";
  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] PURPOSE = "console form".getBytes(StandardCharsets.US_ASCII);

  private Csrf() {}

  static String token(String session) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(session.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(PURPOSE));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
    }
  }

  static boolean isValid(String session, String presented) {
    return MessageDigest.isEqual(
        token(session).getBytes(StandardCharsets.US_ASCII),
        presented.getBytes(StandardCharsets.UTF_8));
  }
}
