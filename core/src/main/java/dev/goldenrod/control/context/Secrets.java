package dev.goldenrod.control.context;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** How tokens of all kinds are made, and what is stored in their place. */
public final class Secrets {
  private static final String PREFIX = "grt_";
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Secrets() {}

  /** A fresh token of 256 random bits, not yet stored for a member. */
  public static String newToken() {
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes());
  }

  /** A fresh invite token of 256 random bits, in bare hex. */
  public static String newInviteToken() {
    return HexFormat.of().formatHex(randomBytes());
  }

  private static byte[] randomBytes() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** What is stored in a token's place: its SHA-256 in lower-case hex. */
  public static String sha256(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
