package dev.goldenrod.member;

import java.util.Objects;
import java.util.UUID;

/** The member on whose behalf a use case runs. */
public record Actor(UUID userId, UUID orgId, Role role) {
  public Actor {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(role);
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }
}
