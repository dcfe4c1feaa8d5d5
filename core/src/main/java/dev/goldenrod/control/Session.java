package dev.goldenrod.control;

import dev.goldenrod.member.User;
import java.time.Instant;

/** A login session with its bearer token, which cannot be read again. */
public record Session(String token, Instant expiresAt, User user) {
  /** Leaves out the token. */
  @Override
  public String toString() {
    return "Session[" + user.email() + " until " + expiresAt + "]";
  }
}
