package dev.goldenrod.engine.postgres;

import org.postgresql.util.PasswordUtil;

/** What PostgreSQL takes in place of a password, so that no log of the server can tell it. */
public final class ScramVerifier {
  private ScramVerifier() {}

  /** The SCRAM-SHA-256 verifier of the password. Holds no quote. */
  public static String of(String password) {
    return PasswordUtil.encodeScramSha256(password.toCharArray());
  }
}
