package dev.goldenrod.http.route;

import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Permission.Access;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builder of the routes of one resource type, in the order in which they were added. */
public final class RouteTable {
  private final ErrorDetail errorDetail;
  private final Scope.@Nullable Kind scope;
  private final List<Route> routes = new ArrayList<>();

  /** Creates an empty table whose routes report malformed input with the given detail. */
  public RouteTable(ErrorDetail errorDetail) {
    this(errorDetail, null);
  }

  /** Creates an empty table of a resource type that has a token scope. */
  public RouteTable(ErrorDetail errorDetail, Scope.@Nullable Kind scope) {
    this.errorDetail = errorDetail;
    this.scope = scope;
  }

  /** Adds a GET route. */
  public RouteTable get(String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("GET", path, access, immediate(handler));
  }

  /** Adds a GET route that returns a secret, so it requires the right to make changes. */
  public RouteTable getSecret(
      String path, Access access, Function<RequestContext, ApiResponse> handler) {
    Permission permission = new Permission(access, true, scope);
    routes.add(new Route("GET", path, permission, errorDetail, immediate(handler)));
    return this;
  }

  /** Adds a GET route whose handler may wait. */
  public RouteTable poll(String path, Access access, Route.Handler handler) {
    return add("GET", path, access, handler);
  }

  /** Adds a POST route that supports {@code Idempotency-Key}. */
  public RouteTable post(String path, Access access, ReplayableHandler<?> handler) {
    return add("POST", path, access, handler);
  }

  /** Adds a POST route without replay, because its response contains a secret. */
  public RouteTable postWithoutReplay(
      String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("POST", path, access, immediate(handler));
  }

  /** Adds a POST route without replay whose handler may take long. */
  public RouteTable postLong(String path, Access access, Route.Handler handler) {
    return add("POST", path, access, handler);
  }

  /** Adds a PATCH route that supports {@code Idempotency-Key}. */
  public RouteTable patch(String path, Access access, ReplayableHandler<?> handler) {
    return add("PATCH", path, access, handler);
  }

  /** Adds a PATCH route without {@code Idempotency-Key} support. */
  public RouteTable patch(
      String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("PATCH", path, access, immediate(handler));
  }

  /** Adds a PUT route. */
  public RouteTable put(String path, Access access, Function<RequestContext, ApiResponse> handler) {
    return add("PUT", path, access, immediate(handler));
  }

  /** Adds a DELETE route that supports {@code Idempotency-Key} and answers without a body. */
  public RouteTable delete(
      String path,
      Access access,
      int status,
      BiConsumer<RequestContext, Idempotency<Boolean>> command) {
    return add("DELETE", path, access, ReplayableHandler.deletion(status, command));
  }

  /** Returns the routes, each followed by a copy below the prefix. */
  public List<Route> routesAlsoUnder(String prefix) {
    return routes.stream().flatMap(route -> Stream.of(route, route.under(prefix))).toList();
  }

  /** Returns the routes. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  private static Route.Handler immediate(Function<RequestContext, ApiResponse> handler) {
    return request -> CompletableFuture.completedFuture(handler.apply(request));
  }

  private RouteTable add(String method, String path, Access access, Route.Handler handler) {
    Permission permission = new Permission(access, !method.equals("GET"), scope);
    routes.add(new Route(method, path, permission, errorDetail, handler));
    return this;
  }
}
