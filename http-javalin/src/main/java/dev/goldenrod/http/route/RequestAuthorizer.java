package dev.goldenrod.http.route;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Members;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.route.Permission.Access;
import dev.goldenrod.member.Actor;
import org.jspecify.annotations.Nullable;

/** Authenticates members by their tokens and authorizes them for routes. */
public final class RequestAuthorizer {
  private static final String BEARER = "Bearer ";

  private final Members members;

  public RequestAuthorizer(Members members) {
    this.members = members;
  }

  /** Returns the bearer token of an {@code Authorization} header; empty if there is none. */
  public static String bearerToken(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return "";
    }
    String token = header.substring(BEARER.length()).strip();
    return token.indexOf(' ') < 0 ? token : "";
  }

  /**
   * Returns the member who owns the token.
   *
   * @throws ApiException if the token is missing or the role is not sufficient
   * @throws ControlPlaneException if the token is invalid or its scopes are not sufficient
   */
  public Actor authorize(String token, Permission permission) {
    requireToken(token);
    return permission.authorize(members.authenticate(token));
  }

  /**
   * Checks that the caller is still authorized: the token, the membership and the role may have
   * been revoked since the request was authorized.
   */
  public void requireStillAuthorized(String token, Permission permission) {
    if (permission.access() != Access.PUBLIC) {
      authorize(token, permission);
    }
  }

  public static void requireToken(String token) {
    if (token.isEmpty()) {
      throw ApiException.of(ErrorTable.unauthorized());
    }
  }

  /** Returns whether the caller may use the route; throws if the store is unavailable. */
  public boolean isAuthorized(Route route, @Nullable String authorization) {
    if (route.access() == Access.PUBLIC) {
      return true;
    }
    try {
      authorize(bearerToken(authorization), route.permission());
      return true;
    } catch (ApiException | ControlPlaneException refused) {
      return false;
    }
  }
}
