package dev.goldenrod.http.web;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The routes of one noun, in the order they were added. */
public final class RouteTable {
  private final Wording wording;
  private final List<Route> routes = new ArrayList<>();

  /** A table without routes, whose routes refuse malformed input in that wording. */
  public RouteTable(Wording wording) {
    this.wording = wording;
  }

  /** Adds a GET. */
  public RouteTable get(String path, Access access, Handler handler) {
    return add("GET", path, access, false, handler);
  }

  /** Adds a GET that may wait. */
  public RouteTable poll(String path, Access access, PollHandler handler) {
    routes.add(new Route("GET", path, access, wording, false, handler));
    return this;
  }

  /** Adds a POST that honours an {@code Idempotency-Key}. */
  public RouteTable post(String path, Access access, Handler handler) {
    return add("POST", path, access, true, handler);
  }

  /** Adds a POST whose answer is kept for no {@code Idempotency-Key}, because a secret is in it. */
  public RouteTable postForSecret(String path, Access access, Handler handler) {
    return add("POST", path, access, false, handler);
  }

  /** Adds a PATCH. */
  public RouteTable patch(String path, Access access, Handler handler) {
    return add("PATCH", path, access, false, handler);
  }

  /** Adds a DELETE. */
  public RouteTable delete(String path, Access access, Handler handler) {
    return add("DELETE", path, access, false, handler);
  }

  /** The routes so far. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  private RouteTable add(
      String method, String path, Access access, boolean replayable, Handler handler) {
    PollHandler done = call -> CompletableFuture.completedFuture(handler.handle(call));
    routes.add(new Route(method, path, access, wording, replayable, done));
    return this;
  }
}
