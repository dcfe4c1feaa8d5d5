package dev.goldenrod.http.route;

import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Permission.Access;
import java.util.concurrent.CompletableFuture;

/**
 * A route: one HTTP method on one path.
 *
 * @param path with {@code {name}} for each parameter
 * @param errorDetail how much detail errors about malformed input contain
 */
public record Route(
    String method, String path, Permission permission, ErrorDetail errorDetail, Handler handler) {
  /**
   * Handles a request by calling a use case. Must not block a thread while waiting for an event.
   */
  @FunctionalInterface
  public interface Handler {
    CompletableFuture<ApiResponse> handle(RequestContext request);
  }

  Route under(String prefix) {
    return new Route(method, prefix + path, permission, errorDetail, handler);
  }

  public Access access() {
    return permission.access();
  }

  /** Returns whether the route supports {@code Idempotency-Key}. */
  public boolean isReplayable() {
    return handler instanceof ReplayableHandler;
  }

  /** Returns whether the path of a request matches this route. */
  public boolean isAt(String requested) {
    String[] pattern = path.split("/");
    String[] parts = requested.split("/");
    if (pattern.length != parts.length) {
      return false;
    }
    for (int i = 0; i < parts.length; i++) {
      if (!pattern[i].equals(parts[i]) && !pattern[i].startsWith("{")) {
        return false;
      }
    }
    return true;
  }
}
