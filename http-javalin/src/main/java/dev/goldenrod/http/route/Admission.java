package dev.goldenrod.http.route;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Members;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.member.Actor;
import org.jspecify.annotations.Nullable;

/** Who may use a route. */
public final class Admission {
  private static final String BEARER = "Bearer ";

  private final Members members;

  public Admission(Members members) {
    this.members = members;
  }

  /** The bearer token in that header; empty without one. */
  public static String token(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return "";
    }
    String token = header.substring(BEARER.length()).strip();
    return token.indexOf(' ') < 0 ? token : "";
  }

  /** The member with that token; refused when the route is not for it. */
  public Actor member(String token, Access access) {
    requireToken(token);
    Actor actor = members.authenticate(token);
    if (access == Access.ADMIN && !actor.isAdmin()) {
      throw ApiException.of(ErrorTable.error(403, "forbidden"));
    }
    return actor;
  }

  /** Refuses whose token or membership ended, or lost the role, since the request was admitted. */
  public void requireStill(String token, Access access) {
    if (access != Access.PUBLIC) {
      member(token, access);
    }
  }

  public static void requireToken(String token) {
    if (token.isEmpty()) {
      throw ApiException.of(ErrorTable.unauthorized());
    }
  }

  /**
   * Whether the route would be used with that header, whatever the request's body is; throws when
   * nobody can tell.
   */
  public boolean admits(Route route, @Nullable String authorization) {
    if (route.access() == Access.PUBLIC) {
      return true;
    }
    try {
      member(token(authorization), route.access());
      return true;
    } catch (ApiException | ControlPlaneException refused) {
      return false;
    }
  }
}
