package dev.goldenrod.http.service;

import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ApiResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The metrics of the API, once they are enabled. Thread-safe. */
public final class MetricsPage {
  private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

  /** Counter of answered requests. */
  @FunctionalInterface
  public interface RequestCounter {
    /**
     * Records an answered request.
     *
     * @param route the path with {@code {name}} for each parameter; empty if no route matched
     */
    void answered(String method, String route, int status, Duration time);
  }

  private volatile RequestCounter counter = (method, route, status, time) -> {};
  private volatile Optional<Supplier<String>> text = Optional.empty();

  /**
   * Enables recording and exposing metrics.
   *
   * @param shown returns all metrics in the Prometheus text format
   */
  public void enable(RequestCounter counting, Supplier<String> shown) {
    counter = counting;
    text = Optional.of(shown);
  }

  /** Records an answered request; see {@link RequestCounter#answered}. */
  public void answered(String method, String route, int status, Duration time) {
    counter.answered(method, route, status, time);
  }

  /** Returns a 200 with all metrics, or a 404 if metrics are not enabled. */
  ApiResponse answer() {
    return text.map(shown -> ApiResponse.ok(new ApiResponse.Text(TEXT_FORMAT, shown.get())))
        .orElseThrow(() -> ApiException.of(404, "not found"));
  }
}
