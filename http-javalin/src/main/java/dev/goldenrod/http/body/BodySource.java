package dev.goldenrod.http.body;

import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.route.Route;
import jakarta.servlet.http.HttpServletRequest;

/** Source of the bodies of requests. */
@FunctionalInterface
public interface BodySource {
  /**
   * A body in memory.
   *
   * @param release returns its bytes to the budget, after the request is answered
   */
  record LoadedBody(byte[] bytes, Runnable release) {}

  /**
   * Returns the body of a request.
   *
   * @throws ApiException if it is too large or incomplete, or the budget is exhausted
   */
  LoadedBody read(HttpServletRequest request, Route route);
}
