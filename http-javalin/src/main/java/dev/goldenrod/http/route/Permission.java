package dev.goldenrod.http.route;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scope;
import dev.goldenrod.member.Scopes;
import org.jspecify.annotations.Nullable;

/**
 * Role and scopes that a route requires. A token with scopes is admitted if one of them is of the
 * route's resource type; the use case then checks whether the token may use the specific resource.
 *
 * @param isChange whether the route changes something, or returns a secret that allows changes
 * @param scope resource type of the route; null if no single scope kind covers the route
 */
public record Permission(Access access, boolean isChange, Scope.@Nullable Kind scope) {
  /** Required authorization of a route. */
  public enum Access {
    /** No authentication; a token is ignored. */
    PUBLIC,
    /** Any member reading its own account, with every token except one for metrics only. */
    SELF,
    /** Any member changing its own account. */
    ACCOUNT,
    /** Any member with a valid token. Changes require more than the role viewer. */
    MEMBER,
    /**
     * Like {@link #MEMBER}, but the use case looks the token up in its own transaction. If a
     * request fails for any other reason, an invalid token still takes precedence as the error.
     */
    CALLER,
    OPERATOR,
    ADMIN
  }

  /**
   * Returns the actor for the use case.
   *
   * @throws ApiException with 403 if the role is not sufficient
   * @throws ControlPlaneException if the token's scopes are not sufficient
   */
  Actor authorize(Actor actor) {
    if (!isEnough(actor.role())) {
      throw ApiException.of(ErrorTable.error(403, "forbidden"));
    }
    if (!isEnough(actor.scopes())) {
      throw actor.scopes().missing(needed());
    }
    return isChange && access != Access.ACCOUNT ? actor.forChange() : actor;
  }

  private boolean isEnough(Role role) {
    return switch (access) {
      case PUBLIC, SELF, ACCOUNT -> true;
      case MEMBER, CALLER -> !isChange || role.includes(Role.USER);
      case OPERATOR -> role.includes(Role.OPERATOR);
      case ADMIN -> role.includes(Role.ADMIN);
    };
  }

  private boolean isEnough(Scopes scopes) {
    if (scopes.isAll() || !isChange && scopes.allowsReading()) {
      return true;
    }
    return switch (access) {
      case PUBLIC -> true;
      case SELF -> scopes.has(Scope.Kind.DATABASE) || scopes.has(Scope.Kind.GOLDEN);
      case MEMBER, CALLER -> scope != null && scopes.has(scope);
      case OPERATOR -> scope == Scope.Kind.METRICS && scopes.has(scope);
      case ACCOUNT, ADMIN -> false;
    };
  }

  private String needed() {
    String other = isChange ? "a token without scopes" : "the scope read";
    if (scope == Scope.Kind.METRICS) {
      return "the scope metrics or " + other;
    }
    boolean isScoped = scope != null && (access == Access.MEMBER || access == Access.CALLER);
    return isScoped ? "the scope " + scope.wireName() + ":<name> or " + other : other;
  }
}
