package dev.goldenrod.control;

import dev.goldenrod.member.User;
import java.time.Instant;

/**
 * A login.
 *
 * @param token the bearer token, shown this once
 */
public record Session(String token, Instant expiresAt, User user) {
  /** Everything but the token. */
  @Override
  public String toString() {
    return "Session[" + user.email() + " until " + expiresAt + "]";
  }
}
