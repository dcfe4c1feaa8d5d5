package dev.goldenrod.http;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.web.ConnectionLimits;

/** Access to an API with connection limits that are low enough for tests. */
public final class LimitedHttpApi {
  private LimitedHttpApi() {}

  public static HttpApi create(
      ControlPlane control, HttpOptions options, ConnectionLimits connections) {
    return HttpApi.create(control, options, connections);
  }
}
