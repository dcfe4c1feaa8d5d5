package dev.goldenrod.http;

import java.time.Duration;

/** Metrics of the HTTP API. Thread-safe. */
public interface HttpMetrics {
  /**
   * Records an answered request. Called on the thread that answered it, so it must return quickly.
   *
   * @param route the path with {@code {name}} for each parameter; empty if no route matched
   * @param status the HTTP status
   * @param time from the first byte of the request to the answer, including the time of a requested
   *     wait
   */
  void answered(String method, String route, int status, Duration time);

  /** Returns all metrics of the process in the Prometheus text format, for {@code /metrics}. */
  String text();
}
