package dev.goldenrod.http.body;

import dev.goldenrod.Unavailable;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.route.Access;
import dev.goldenrod.http.route.Admission;
import dev.goldenrod.http.route.Route;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Decides from a request's head how much of its body is read: nothing for a caller that may not on
 * the route, little for strangers.
 */
public final class BodyLimits {
  private static final int STRANGERS_BYTES = 8 << 10;
  private static final int MEMBERS_BYTES = 1 << 20;
  private static final int STRANGERS_SHARE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<Route> routes;
  private final Admission admission;
  private final BodyBudget members;
  private final BodyBudget strangers;

  /**
   * Limits for those routes.
   *
   * @param bytesInFlight of bodies held at once; public routes have an eighth of their own
   */
  public BodyLimits(List<Route> routes, Admission admission, long bytesInFlight) {
    this.routes = List.copyOf(routes);
    this.admission = admission;
    this.strangers = new BodyBudget(bytesInFlight / STRANGERS_SHARE, PATIENCE);
    this.members = new BodyBudget(bytesInFlight - bytesInFlight / STRANGERS_SHARE, PATIENCE);
  }

  /**
   * How much of a body is read.
   *
   * @param bytes at most; 0 when the request is refused whatever its body is
   * @param budget what the bytes are taken from
   * @param refusal of a larger body
   */
  record Limit(int bytes, BodyBudget budget, ApiException refusal) {
    /** A limit on what is read. */
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
        .orElse(new Limit(0, strangers));
  }

  /** The limit of a request with that header. */
  Limit of(Route route, @Nullable String authorization) {
    try {
      if (!admission.admits(route, authorization)) {
        return new Limit(0, strangers);
      }
    } catch (RuntimeException unknown) {
      return new Limit(0, strangers, forNow(unknown));
    }
    return route.access() == Access.PUBLIC
        ? new Limit(STRANGERS_BYTES, strangers)
        : new Limit(MEMBERS_BYTES, members);
  }

  /** A request without a known caller is not answered with 413 for its body. */
  private static ApiException forNow(RuntimeException unknown) {
    return unknown instanceof Unavailable away
        ? ApiException.of(ErrorTable.unavailable(away))
        : BodyLoader.BUSY;
  }
}
