package dev.goldenrod.control.context;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Creates and hashes tokens. */
public final class Secrets {
  private static final String PREFIX = "grt_";
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Secrets() {}

  /** Returns a new token of 256 random bits, which is not stored yet. */
  public static String newToken() {
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes());
  }

  /** Returns a new invite token of 256 random bits, in hex without a prefix. */
  public static String newInviteToken() {
    return HexFormat.of().formatHex(randomBytes());
  }

  private static byte[] randomBytes() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** Returns the SHA-256 of a token in lower-case hex, which is stored instead of the token. */
  public static String sha256(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
