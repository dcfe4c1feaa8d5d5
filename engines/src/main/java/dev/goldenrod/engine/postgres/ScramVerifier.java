package dev.goldenrod.engine.postgres;

import java.security.SecureRandom;
import org.postgresql.util.PasswordUtil;

/** What PostgreSQL takes in place of a password, so that no log of the server can tell it. */
public final class ScramVerifier {
  private static final int SALT_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ScramVerifier() {}

  /** The SCRAM-SHA-256 verifier of the password. Holds no quote. */
  public static String of(String password) {
    return PasswordUtil.encodeScramSha256(password.toCharArray());
  }

  /**
   * The verifier of a random password, of one round of hashing: more would cost each login time and
   * keep logins fast; a random password cannot be guessed. Not for others' clients, some of which
   * ask for more.
   */
  static String ofRandom(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return PasswordUtil.encodeScramSha256(password.toCharArray(), 1, salt);
  }
}
