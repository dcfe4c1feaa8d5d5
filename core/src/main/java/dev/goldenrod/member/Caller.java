package dev.goldenrod.member;

import java.util.Objects;

/**
 * On whose behalf a use case runs: a member that is known already, or a token whose member is
 * looked up.
 */
public sealed interface Caller permits Actor, Caller.TokenHolder {
  /**
   * The member that a bearer token stands for, who is looked up in the transaction of the use case.
   */
  record TokenHolder(String token) implements Caller {
    public TokenHolder {
      Objects.requireNonNull(token);
    }

    /** Without the token, which is a secret. */
    @Override
    public String toString() {
      return "TokenHolder[]";
    }
  }
}
