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
  public Actor member(String token, Permission permission) {
    requireToken(token);
    return permission.admit(members.authenticate(token));
  }

  /** Refuses whose token or membership ended, or lost the role, since the request was admitted. */
  public void requireStill(String token, Permission permission) {
    if (permission.access() != Access.PUBLIC) {
      member(token, permission);
    }
  }

  public static void requireToken(String token) {
    if (token.isEmpty()) {
      throw ApiException.of(ErrorTable.unauthorized());
    }
  }

  /**
   * Whether the route would be used with that header, whatever the request's body is; throws when
   * the store is away.
   */
  public boolean admits(Route route, @Nullable String authorization) {
    if (route.access() == Access.PUBLIC) {
      return true;
    }
    try {
      member(token(authorization), route.permission());
      return true;
    } catch (ApiException | ControlPlaneException refused) {
      return false;
    }
  }
}
