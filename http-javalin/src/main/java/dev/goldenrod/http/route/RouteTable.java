package dev.goldenrod.http.route;

import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/** The routes of one noun, in the order they were added. */
public final class RouteTable {
  private final ErrorDetail errorDetail;
  private final List<Route> routes = new ArrayList<>();

  /** A table without routes, whose routes refuse malformed input with that detail. */
  public RouteTable(ErrorDetail errorDetail) {
    this.errorDetail = errorDetail;
  }

  /** Adds a GET. */
  public RouteTable get(String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("GET", path, access, immediate(handler));
  }

  /** Adds a GET that may wait. */
  public RouteTable poll(String path, Access access, Handler handler) {
    return add("GET", path, access, handler);
  }

  /** Adds a POST that honours an {@code Idempotency-Key}. */
  public RouteTable post(String path, Access access, ReplayableHandler<?> handler) {
    return add("POST", path, access, handler);
  }

  /** Adds a POST whose answer is kept for no {@code Idempotency-Key}, because a secret is in it. */
  public RouteTable postWithoutReplay(
      String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("POST", path, access, immediate(handler));
  }

  /** Adds a PATCH that honours an {@code Idempotency-Key}. */
  public RouteTable patch(String path, Access access, ReplayableHandler<?> handler) {
    return add("PATCH", path, access, handler);
  }

  /** Adds a PATCH. */
  public RouteTable patch(
      String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("PATCH", path, access, immediate(handler));
  }

  /** Adds a DELETE. */
  public RouteTable delete(
      String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("DELETE", path, access, immediate(handler));
  }

  /** The routes so far, and each of them once more under the prefix. */
  public List<Route> routesAlsoUnder(String prefix) {
    return routes.stream().flatMap(route -> Stream.of(route, route.under(prefix))).toList();
  }

  /** The routes so far. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  private static Handler immediate(Function<RequestContext, ApiResponse> handler) {
    return request -> CompletableFuture.completedFuture(handler.apply(request));
  }

  private RouteTable add(String method, String path, Access access, Handler handler) {
    routes.add(new Route(method, path, access, errorDetail, handler));
    return this;
  }
}
