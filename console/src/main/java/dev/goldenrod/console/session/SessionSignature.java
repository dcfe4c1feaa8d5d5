package dev.goldenrod.console.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signatures of texts by a session's token, so that every server of a store accepts them, and
 * nothing is stored.
 */
final class SessionSignature {
  private static final String ALGORITHM = "HmacSHA256";

  private SessionSignature() {}

  /** Returns the signature in the letters of URLs. */
  static String of(String session, String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(session.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
    }
  }

  static boolean isValid(String session, String text, String presented) {
    return MessageDigest.isEqual(
        of(session, text).getBytes(StandardCharsets.US_ASCII),
        presented.getBytes(StandardCharsets.UTF_8));
  }
}
