package dev.goldenrod.engine;

import java.security.SecureRandom;
import java.util.Base64;

public final class Passwords {
  private static final int BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Passwords() {}

  /** Returns a password of 192 random bits that needs no escaping in a URL. */
  public static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
