package dev.goldenrod.http.web;

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
  public RouteTable get(String path, Access access, Handler handler) {
    return add("GET", path, access, handler);
  }

  /** Adds a GET that may wait. */
  public RouteTable poll(String path, Access access, PollHandler handler) {
    return add("GET", path, access, false, (request, idempotency) -> handler.handle(request));
  }

  /** Adds a POST that honours an {@code Idempotency-Key}, and answers with what was changed. */
  public <R> RouteTable post(
      String path, Access access, Change<R> change, Function<R, ApiResponse> answer) {
    ReplayableHandler<R> handler = new ReplayableHandler<>(change, answer);
    return add(
        "POST",
        path,
        access,
        true,
        (request, idempotency) ->
            CompletableFuture.completedFuture(idempotency.answer(request, handler)));
  }

  /** The same for what is answered as it is then. */
  public RouteTable post(String path, Access access, LiveHandler<?> handler) {
    return add(
        "POST", path, access, true, (request, idempotency) -> idempotency.answer(request, handler));
  }

  /** Adds a POST whose answer is kept for no {@code Idempotency-Key}, because a secret is in it. */
  public RouteTable postWithoutReplay(String path, Access access, Handler handler) {
    return add("POST", path, access, handler);
  }

  /**
   * Adds a PATCH that honours an {@code Idempotency-Key}, answered with the thing as it is then.
   */
  public RouteTable patch(String path, Access access, LiveHandler<?> handler) {
    return add(
        "PATCH",
        path,
        access,
        true,
        (request, idempotency) -> idempotency.answer(request, handler));
  }

  /** Adds a PATCH. */
  public RouteTable patch(String path, Access access, Handler handler) {
    return add("PATCH", path, access, handler);
  }

  /** Adds a DELETE. */
  public RouteTable delete(String path, Access access, Handler handler) {
    return add("DELETE", path, access, handler);
  }

  /** The routes so far, and each of them once more under the prefix. */
  public List<Route> routesAlsoUnder(String prefix) {
    return routes.stream().flatMap(route -> Stream.of(route, route.under(prefix))).toList();
  }

  /** The routes so far. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  private RouteTable add(String method, String path, Access access, Handler handler) {
    return add(
        method,
        path,
        access,
        false,
        (request, idempotency) -> CompletableFuture.completedFuture(handler.handle(request)));
  }

  private RouteTable add(
      String method, String path, Access access, boolean replayable, RouteHandler handler) {
    routes.add(new Route(method, path, access, errorDetail, replayable, handler));
    return this;
  }
}
