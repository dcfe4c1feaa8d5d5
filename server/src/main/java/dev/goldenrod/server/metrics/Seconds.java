package dev.goldenrod.server.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** Histograms of durations in seconds. */
final class Seconds {
  private Seconds() {}

  static Histogram histogram(
      PrometheusRegistry registry, String name, String help, double[] ends, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(ends)
        .labelNames(labels)
        .register(registry);
  }

  static double of(Duration time) {
    return time.toNanos() / 1e9;
  }
}
