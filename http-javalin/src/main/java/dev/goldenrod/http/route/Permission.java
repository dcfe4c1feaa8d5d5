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
 * What a route asks of the member and of its token. A token with scopes is let in where one of them
 * is about the route's noun; which of the noun's resources it may use is for the use case to say.
 *
 * @param isChange whether it changes something, or gives out what changes can be made with
 * @param scope what the route is about; null for what no single scope is about
 */
public record Permission(Access access, boolean isChange, Scope.@Nullable Kind scope) {
  /**
   * The member as the use case is to know it.
   *
   * @throws ApiException with 403 when the role is not enough
   * @throws ControlPlaneException when the token's scopes are not enough
   */
  Actor admit(Actor actor) {
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
