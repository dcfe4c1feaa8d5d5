package dev.goldenrod.http.body;

import dev.goldenrod.Unavailable;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.route.Permission.Access;
import dev.goldenrod.http.route.RequestAuthorizer;
import dev.goldenrod.http.route.Route;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the request head how much of the body is read: nothing if the caller is not
 * authorized for the route, and little on public routes.
 */
public final class BodyLimits {
  private static final int STRANGERS_BYTES = 8 << 10;

  /**
   * Room for a description of the maximum length, of which each character takes up to 9 bytes, and
   * for tokens of issuers.
   */
  private static final int PAGES_BYTES = 64 << 10;

  private static final int MEMBERS_BYTES = 1 << 20;
  private static final int STRANGERS_SHARE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<Route> routes;
  private final RequestAuthorizer authorizer;
  private final boolean servesPages;
  private final BodyBudget members;
  private final BodyBudget strangers;

  /**
   * Creates the limits for the given routes.
   *
   * @param bytesInFlight maximum total size of the bodies in memory; 1/8 is reserved for public
   *     routes
   * @param servesPages whether pages are served at other paths; their forms share the budget of
   *     public routes
   */
  public BodyLimits(
      List<Route> routes, RequestAuthorizer authorizer, long bytesInFlight, boolean servesPages) {
    this.routes = List.copyOf(routes);
    this.authorizer = authorizer;
    this.servesPages = servesPages;
    this.strangers = new BodyBudget(bytesInFlight / STRANGERS_SHARE, PATIENCE);
    this.members = new BodyBudget(bytesInFlight - bytesInFlight / STRANGERS_SHARE, PATIENCE);
  }

  /**
   * A limit for one body.
   *
   * @param bytes maximum size; 0 if the request is rejected whatever its body is
   * @param refusal error for a larger body
   */
  record Limit(int bytes, BodyBudget budget, ApiException refusal) {
    Limit(int bytes, BodyBudget budget) {
      this(bytes, budget, BodyLoader.TOO_LARGE);
    }
  }

  Limit of(Request request) {
    String path = request.getHttpURI().getPath();
    return routes.stream()
        .filter(route -> route.method().equals(request.getMethod()) && route.isAt(path))
        .findFirst()
        .map(route -> of(route, request.getHeaders().get(HttpHeader.AUTHORIZATION)))
        .orElseGet(() -> new Limit(mayBeOfPage(path) ? PAGES_BYTES : 0, strangers));
  }

  private boolean mayBeOfPage(String path) {
    return servesPages && !path.startsWith("/v1/") && !path.startsWith("/api/");
  }

  Limit of(Route route, @Nullable String authorization) {
    try {
      if (!authorizer.isAuthorized(route, authorization)) {
        return new Limit(0, strangers);
      }
    } catch (RuntimeException unknown) {
      return new Limit(0, strangers, forNow(unknown));
    }
    return route.access() == Access.PUBLIC
        ? new Limit(STRANGERS_BYTES, strangers)
        : new Limit(MEMBERS_BYTES, members);
  }

  /** If the caller cannot be authenticated now, the error is a 503 and not a 413. */
  private static ApiException forNow(RuntimeException unknown) {
    return unknown instanceof Unavailable away
        ? ApiException.of(ErrorTable.unavailable(away))
        : BodyLoader.BUSY;
  }
}
