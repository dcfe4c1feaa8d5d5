package dev.goldenrod.control;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Makes tokens, and the hashes that are stored in their place. */
final class TokenHash {
  private static final String PREFIX = "grt_";
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private TokenHash() {}

  /** A fresh token of 256 random bits. */
  static String newToken() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A fresh invite token of 256 random bits, in bare hex. */
  static String newInviteToken() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The token's SHA-256 in lower-case hex. */
  static String sha256(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
