package dev.goldenrod.engine.postgres;

import java.security.SecureRandom;
import org.postgresql.util.PasswordUtil;

/** A hash that PostgreSQL accepts for a password, so that the server's log cannot reveal it. */
public final class ScramVerifier {
  private static final int SALT_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ScramVerifier() {}

  /** Returns the SCRAM-SHA-256 verifier of the password. It has no quote. */
  public static String of(String password) {
    return PasswordUtil.encodeScramSha256(password.toCharArray());
  }

  /**
   * Returns the verifier of a random password, with one hash round. More rounds would slow each
   * login and only protect passwords that can be guessed. Not for the clients of users, some of
   * which require more rounds.
   */
  static String ofRandom(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return PasswordUtil.encodeScramSha256(password.toCharArray(), 1, salt);
  }
}
