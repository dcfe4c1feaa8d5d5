package dev.goldenrod.http.route;

import dev.goldenrod.http.answer.ErrorDetail;

/**
 * One method on one path.
 *
 * @param path with {@code {name}} for each parameter
 * @param errorDetail how malformed input is refused
 */
public record Route(
    String method, String path, Permission permission, ErrorDetail errorDetail, Handler handler) {
  /** The same route at the path below the prefix. */
  Route under(String prefix) {
    return new Route(method, prefix + path, permission, errorDetail, handler);
  }

  public Access access() {
    return permission.access();
  }

  /** Whether an {@code Idempotency-Key} is honoured. */
  public boolean isReplayable() {
    return handler instanceof ReplayableHandler;
  }

  /** Whether that path of a request is the route's. */
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
