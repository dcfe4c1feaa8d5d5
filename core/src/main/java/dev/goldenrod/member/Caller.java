package dev.goldenrod.member;

import java.util.Objects;

/** The caller of a use case: a known member, or a token whose member is looked up. */
public sealed interface Caller permits Actor, Caller.TokenHolder {
  /** A bearer token, whose member is looked up in the transaction of the use case. */
  record TokenHolder(String token) implements Caller {
    public TokenHolder {
      Objects.requireNonNull(token);
    }

    /** Leaves out the token, which is a secret. */
    @Override
    public String toString() {
      return "TokenHolder[]";
    }
  }
}
