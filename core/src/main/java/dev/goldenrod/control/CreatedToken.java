package dev.goldenrod.control;

import dev.goldenrod.member.AccessToken;

/**
 * A token for scripts as it was made.
 *
 * @param secret the bearer token, shown this once
 */
public record CreatedToken(AccessToken token, String secret) {
  /** Everything but the secret. */
  @Override
  public String toString() {
    return "CreatedToken[" + token.name() + "]";
  }
}
