package dev.goldenrod.http.service;

import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ApiResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The metrics of the surface, once there are some. Thread-safe. */
public final class MetricsPage {
  private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

  /** Counts what is answered. */
  @FunctionalInterface
  public interface RequestCounter {
    /**
     * A request was answered.
     *
     * @param route the path with {@code {name}} for each parameter; empty for one that no route has
     */
    void answered(String method, String route, int status, Duration time);
  }

  private volatile RequestCounter counter = (method, route, status, time) -> {};
  private volatile Optional<Supplier<String>> text = Optional.empty();

  /**
   * Counts and shows metrics from now on.
   *
   * @param shown all of them, in Prometheus' text format
   */
  public void show(RequestCounter counting, Supplier<String> shown) {
    counter = counting;
    text = Optional.of(shown);
  }

  /** See {@link RequestCounter#answered}. */
  public void answered(String method, String route, int status, Duration time) {
    counter.answered(method, route, status, time);
  }

  /** 200 with all metrics; 404 where there are none. */
  ApiResponse answer() {
    return text.map(shown -> ApiResponse.ok(new ApiResponse.Text(TEXT_FORMAT, shown.get())))
        .orElseThrow(() -> ApiException.of(404, "not found"));
  }
}
