package dev.goldenrod.member;

import java.util.Objects;

/** A member, and the permissions of one of its tokens. */
public record TokenOwner(User user, Scopes scopes) {
  public TokenOwner {
    Objects.requireNonNull(user);
    Objects.requireNonNull(scopes);
  }

  /** Returns the member as an actor with the permissions of the token. */
  public Actor actor() {
    return new Actor(user.id(), user.orgId(), user.role(), scopes);
  }
}
