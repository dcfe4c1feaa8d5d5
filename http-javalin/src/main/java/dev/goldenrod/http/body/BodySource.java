package dev.goldenrod.http.body;

import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.route.Route;
import jakarta.servlet.http.HttpServletRequest;

/** How the bodies of requests are had. */
@FunctionalInterface
public interface BodySource {
  /**
   * A body in memory.
   *
   * @param release gives its room back, once the request is answered
   */
  record HeldBody(byte[] bytes, Runnable release) {}

  /**
   * The body of the request on that route.
   *
   * @throws ApiException when it is too large, there was no room for it, or it broke off
   */
  HeldBody read(HttpServletRequest request, Route route);
}
