package dev.goldenrod.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.util.Objects;
import java.util.UUID;

/** The member on whose behalf a use case runs. */
public record Actor(UUID userId, UUID orgId, Role role) implements Caller {
  public Actor {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(role);
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  /**
   * Passes for an admin.
   *
   * @throws ControlPlaneException with {@link ErrorCode#FORBIDDEN} for anybody else
   */
  public void requireAdmin() {
    if (!isAdmin()) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "only an admin may do this");
    }
  }
}
