package dev.goldenrod.http.web;

import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Decides from a request's head how much of its body is read: nothing for whoever has no business
 * on the route, little for strangers.
 */
final class BodyLimits {
  private static final int STRANGERS_BYTES = 8 << 10;
  private static final int MEMBERS_BYTES = 1 << 20;
  private static final int STRANGERS_SHARE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<Route> routes;
  private final Pipeline pipeline;
  private final BodyBudget members;
  private final BodyBudget strangers;

  /**
   * Limits for those routes.
   *
   * @param bytesInFlight of bodies held at once; public routes have an eighth of their own
   */
  BodyLimits(List<Route> routes, Pipeline pipeline, long bytesInFlight) {
    this.routes = List.copyOf(routes);
    this.pipeline = pipeline;
    this.strangers = new BodyBudget(bytesInFlight / STRANGERS_SHARE, PATIENCE);
    this.members = new BodyBudget(bytesInFlight - bytesInFlight / STRANGERS_SHARE, PATIENCE);
  }

  /**
   * How much of a body is read.
   *
   * @param bytes at most; 0 when the request is refused whatever its body is
   * @param budget what the bytes are taken from
   */
  record Limit(int bytes, BodyBudget budget) {}

  Limit of(Request request) {
    return routes.stream()
        .filter(route -> matches(route, request))
        .findFirst()
        .filter(route -> pipeline.admits(route, request.getHeaders().get(HttpHeader.AUTHORIZATION)))
        .map(this::limit)
        .orElse(new Limit(0, strangers));
  }

  private Limit limit(Route route) {
    return route.access() == Access.PUBLIC
        ? new Limit(STRANGERS_BYTES, strangers)
        : new Limit(MEMBERS_BYTES, members);
  }

  private static boolean matches(Route route, Request request) {
    return route.method().equals(request.getMethod())
        && matches(route.path().split("/"), request.getHttpURI().getPath().split("/"));
  }

  private static boolean matches(String[] pattern, String[] path) {
    if (pattern.length != path.length) {
      return false;
    }
    for (int i = 0; i < path.length; i++) {
      if (!pattern[i].equals(path[i]) && !pattern[i].startsWith("{")) {
        return false;
      }
    }
    return true;
  }
}
