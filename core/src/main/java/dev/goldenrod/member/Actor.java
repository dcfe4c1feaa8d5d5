package dev.goldenrod.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.util.Objects;
import java.util.UUID;

/**
 * The member on whose behalf a use case runs.
 *
 * @param scopes what the token that the member came with is allowed; no more than the role
 */
public record Actor(UUID userId, UUID orgId, Role role, Scopes scopes) implements Caller {
  private static final String UNSCOPED = "a token without scopes";

  public Actor {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(role);
    Objects.requireNonNull(scopes);
  }

  /** A member who may do all that the role allows. */
  public Actor(UUID userId, UUID orgId, Role role) {
    this(userId, orgId, role, Scopes.ALL);
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  /** Whether it is an operator, or an admin. */
  public boolean isOperator() {
    return role.includes(Role.OPERATOR);
  }

  /** The same actor, about to make a change, for which what allows reading does not count. */
  public Actor forChange() {
    return new Actor(userId, orgId, role, scopes.forChange());
  }

  /**
   * Passes for an admin.
   *
   * @throws ControlPlaneException with {@link ErrorCode#FORBIDDEN} for anybody else, with {@link
   *     ErrorCode#SCOPE_MISSING} when the token's scopes do not allow it
   */
  public void requireAdmin() {
    if (!isAdmin()) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "only an admin may do this");
    }
    requireReading();
  }

  /**
   * Passes for an operator, and for an admin.
   *
   * @throws ControlPlaneException as {@link #requireAdmin} does
   */
  public void requireOperator() {
    if (!isOperator()) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "only an operator may do this");
    }
    requireReading();
  }

  /** What no scope is about can be read with {@code read}, and changed without scopes alone. */
  private void requireReading() {
    if (!scopes.allowsReading()) {
      throw scopes.missing("read to look at it, and a token without scopes to change it");
    }
  }

  /**
   * Passes for who may make changes at all.
   *
   * @throws ControlPlaneException as {@link #requireAdmin} does
   */
  public void requireChange() {
    if (!role.includes(Role.USER)) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "a viewer changes nothing");
    }
    if (!scopes.isAll() && scopes.allowsReading()) {
      throw scopes.missing("the scope of what is changed, without read");
    }
  }

  /**
   * Passes for whose token has no scopes.
   *
   * @throws ControlPlaneException with {@link ErrorCode#SCOPE_MISSING} for any other
   */
  public void requireUnscoped() {
    if (!scopes.isAll()) {
      throw scopes.missing(UNSCOPED);
    }
  }
}
