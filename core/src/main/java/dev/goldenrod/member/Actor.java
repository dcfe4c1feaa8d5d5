package dev.goldenrod.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.util.Objects;
import java.util.UUID;

/**
 * The member on whose behalf a use case runs.
 *
 * @param scopes the permissions of the token that was presented; they never exceed the role
 */
public record Actor(UUID userId, UUID orgId, Role role, Scopes scopes) implements Caller {
  private static final String UNSCOPED = "a token without scopes";

  public Actor {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(role);
    Objects.requireNonNull(scopes);
  }

  /** Creates an actor with all permissions of the role. */
  public Actor(UUID userId, UUID orgId, Role role) {
    this(userId, orgId, role, Scopes.ALL);
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  /** Returns whether the actor is an operator or an admin. */
  public boolean isOperator() {
    return role.includes(Role.OPERATOR);
  }

  /** Returns the actor for a change: scopes that allow only reading are left out. */
  public Actor forChange() {
    return new Actor(userId, orgId, role, scopes.forChange());
  }

  /**
   * Checks that the actor is an admin.
   *
   * @throws ControlPlaneException with {@link ErrorCode#FORBIDDEN} for any other role, with {@link
   *     ErrorCode#SCOPE_MISSING} when the token's scopes do not allow the request
   */
  public void requireAdmin() {
    if (!isAdmin()) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "only an admin may do this");
    }
    requireReading();
  }

  /**
   * Checks that the actor is an operator or an admin.
   *
   * @throws ControlPlaneException as {@link #requireAdmin} does
   */
  public void requireOperator() {
    if (!isOperator()) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "only an operator may do this");
    }
    requireReading();
  }

  /**
   * Resources that no scope covers are readable with {@code read}, and changeable only by an
   * unscoped token, because {@link #forChange} leaves {@code read} out.
   */
  private void requireReading() {
    if (!scopes.allowsReading()) {
      throw scopes.missing("the scope read for reading, or a token without scopes for changes");
    }
  }

  /**
   * Checks that the actor may make changes at all.
   *
   * @throws ControlPlaneException as {@link #requireAdmin} does
   */
  public void requireChange() {
    if (!role.includes(Role.USER)) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "a viewer cannot change anything");
    }
    if (!scopes.isAll() && scopes.allowsReading()) {
      throw scopes.missing("a scope for the changed resource, without the scope read");
    }
  }

  /**
   * Checks that the actor's token has no scopes.
   *
   * @throws ControlPlaneException with {@link ErrorCode#SCOPE_MISSING} for a token with scopes
   */
  public void requireUnscoped() {
    if (!scopes.isAll()) {
      throw scopes.missing(UNSCOPED);
    }
  }
}
