package dev.goldenrod.server.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Set;

/** Metrics of HTTP requests by route and status. */
final class RequestMetrics {
  private static final double[] ENDS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60};

  /** Known methods. Clients can send arbitrary method names, which must not create new series. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private final Histogram requests;

  RequestMetrics(PrometheusRegistry registry) {
    requests =
        Seconds.histogram(
            registry,
            "goldenrod_http_request_duration_seconds",
            "Time from a request to its response, including a requested wait.",
            ENDS,
            "method",
            "route",
            "status");
  }

  void answered(String method, String route, int status, Duration time) {
    requests
        .labelValues(
            METHODS.contains(method) ? method : "other",
            route.isEmpty() ? "none" : route,
            Integer.toString(status))
        .observe(Seconds.of(time));
  }
}
