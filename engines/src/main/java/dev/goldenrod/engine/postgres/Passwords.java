package dev.goldenrod.engine.postgres;

import java.security.SecureRandom;
import java.util.Base64;
import org.postgresql.util.PasswordUtil;

/** Random passwords and what a server is told of them. */
public final class Passwords {
  private static final int BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Passwords() {}

  /** A new password of 192 random bits that needs no escaping in a URI. */
  public static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * The SCRAM-SHA-256 verifier, which PostgreSQL takes in place of the password: no log of the
   * server can tell the password. Holds no quote.
   */
  public static String verifier(String password) {
    return PasswordUtil.encodeScramSha256(password.toCharArray());
  }
}
