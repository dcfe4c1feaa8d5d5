package dev.goldenrod.member;

import java.util.Objects;

/** A member, and what one of its tokens is allowed. */
public record TokenOwner(User user, Scopes scopes) {
  public TokenOwner {
    Objects.requireNonNull(user);
    Objects.requireNonNull(scopes);
  }

  /** The member as one on whose behalf use cases run, as far as the token allows. */
  public Actor actor() {
    return new Actor(user.id(), user.orgId(), user.role(), scopes);
  }
}
