package dev.goldenrod.http;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.web.ConnectionLimits;

/** A surface with limits that a test can reach. */
public final class LimitedHttpApi {
  private LimitedHttpApi() {}

  public static HttpApi create(
      ControlPlane control, HttpOptions options, ConnectionLimits connections) {
    return HttpApi.create(control, options, connections);
  }
}
