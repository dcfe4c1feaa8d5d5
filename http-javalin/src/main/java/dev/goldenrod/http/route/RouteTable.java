package dev.goldenrod.http.route;

import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes of one noun, in the order they were added. */
public final class RouteTable {
  private final ErrorDetail errorDetail;
  private final Scope.@Nullable Kind scope;
  private final List<Route> routes = new ArrayList<>();

  /** A table without routes, whose routes refuse malformed input with that detail. */
  public RouteTable(ErrorDetail errorDetail) {
    this(errorDetail, null);
  }

  /** The same of a noun that tokens have scopes for. */
  public RouteTable(ErrorDetail errorDetail, Scope.@Nullable Kind scope) {
    this.errorDetail = errorDetail;
    this.scope = scope;
  }

  /** Adds a GET. */
  public RouteTable get(String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("GET", path, access, immediate(handler));
  }

  /** Adds a GET that gives out what changes can be made with, and takes the right to make them. */
  public RouteTable getSecret(
      String path, Access access, Function<RequestContext, ApiResponse> handler) {
    Permission permission = new Permission(access, true, scope);
    routes.add(new Route("GET", path, permission, errorDetail, immediate(handler)));
    return this;
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

  /** Adds a PUT. */
  public RouteTable put(String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("PUT", path, access, immediate(handler));
  }

  /** Adds a DELETE that honours an {@code Idempotency-Key} and is answered without a body. */
  public RouteTable delete(
      String path,
      Access access,
      int status,
      BiConsumer<RequestContext, Idempotency<Boolean>> command) {
    return add("DELETE", path, access, ReplayableHandler.deletion(status, command));
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
    Permission permission = new Permission(access, !method.equals("GET"), scope);
    routes.add(new Route(method, path, permission, errorDetail, handler));
    return this;
  }
}
