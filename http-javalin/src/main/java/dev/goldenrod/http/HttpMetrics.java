package dev.goldenrod.http;

import java.time.Duration;

/** Counts what the HTTP surface answers, and tells what was counted. Thread-safe. */
public interface HttpMetrics {
  /**
   * A request was answered. Called in the thread that answered it; has to return quickly.
   *
   * @param route the path with {@code {name}} for each parameter; empty for one that no route has
   * @param status of HTTP
   * @param time from the first byte of the request to the answer, waiting that was asked for
   *     included
   */
  void answered(String method, String route, int status, Duration time);

  /** What {@code /metrics} answers: all metrics of the process, in Prometheus' text format. */
  String text();
}
