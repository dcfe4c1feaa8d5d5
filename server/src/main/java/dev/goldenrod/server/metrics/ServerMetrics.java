package dev.goldenrod.server.metrics;

import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.console.figure.LaunchFigures;
import dev.goldenrod.control.Statistics;
import dev.goldenrod.http.HttpMetrics;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.Store;
import dev.goldenrod.server.log.ServerLog;
import dev.goldenrod.storage.jdbi.JdbiStore;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** All metrics of a server. Thread-safe. */
public final class ServerMetrics implements HttpMetrics, AutoCloseable {
  private static final double[] REQUEST_ENDS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60
  };

  /** Known methods. Clients can send arbitrary method names, which must not create new series. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter format = PrometheusTextFormatWriter.create();
  private final Histogram requests =
      histogram(
          registry,
          "goldenrod_http_request_duration_seconds",
          "Time from a request to its response, including a requested wait.",
          REQUEST_ENDS,
          "method",
          "route",
          "status");
  private final LaunchHistory launches = new LaunchHistory(Clock.systemUTC());
  private final ControlMetrics control = new ControlMetrics(registry, launches);
  private Optional<FiguresCollector> figures = Optional.empty();
  private boolean hasJvmMetrics;

  public Store observed(JdbiStore store) {
    return new ObservedStore(store, registry);
  }

  public ControlObserver observer() {
    return control;
  }

  /** Returns the launches of the last hour. */
  public LaunchFigures launches() {
    return launches;
  }

  /**
   * Starts to count the control plane's resources; call it once.
   *
   * @param isReady whether this server should receive requests
   * @param certificateEnd expiry of the API's certificate; empty without one
   */
  public synchronized void watch(
      Statistics statistics,
      BooleanSupplier isReady,
      Supplier<Optional<Instant>> certificateEnd,
      String release) {
    FiguresCollector counting = new FiguresCollector(statistics);
    figures = Optional.of(counting);
    new ResourceGauges(registry, counting);
    CounterWithCallback.builder()
        .name("goldenrod_log_lines_dropped_total")
        .help("Log lines that were dropped because standard error was read too slowly.")
        .callback(series -> series.call(ServerLog.dropped()))
        .register(registry);
    registerGauges(counting, isReady, certificateEnd, release);
  }

  /** Registers the gauges of this server and of its attached data planes. */
  private void registerGauges(
      FiguresCollector collector,
      BooleanSupplier isReady,
      Supplier<Optional<Instant>> certificateEnd,
      String release) {
    Info build =
        Info.builder()
            .name("goldenrod_build_info")
            .help("The release of this server.")
            .labelNames("version")
            .register(registry);
    build.setLabelValues(release);
    register(
        "goldenrod_ready",
        "Whether /readyz is 200: 1 or 0.",
        gauge -> gauge.call(isReady.getAsBoolean() ? 1 : 0));
    register(
        "goldenrod_store_up",
        "Whether the resources in the store could be counted, which is done every few seconds: 1 or"
            + " 0.",
        gauge -> gauge.call(collector.isStoreUp() ? 1 : 0));
    register(
        "goldenrod_loop_lag_seconds",
        "Time since the reconcile loop last looked for work, which it does twice a second.",
        gauge -> gauge.call(seconds(collector.sinceLoopTicked())));
    register(
        "goldenrod_data_plane_reachable",
        "Whether a data plane of this server can be reached: 1 or 0.",
        gauge ->
            collector
                .dataPlanes()
                .forEach(
                    plane -> gauge.call(plane.unreachable().isEmpty() ? 1 : 0, plane.cluster())),
        "cluster");
    register(
        "goldenrod_certificate_expiry_timestamp_seconds",
        "End of the validity of the API's certificate.",
        gauge -> certificateEnd.get().ifPresent(end -> gauge.call(end.getEpochSecond())));
    registerStorage(
        collector,
        "goldenrod_volumes_used_bytes",
        "Bytes in use on the file system of a data plane's volumes.",
        StorageUse::usedBytes);
    registerStorage(
        collector,
        "goldenrod_volumes_free_bytes",
        "Bytes that are free on the file system of a data plane's volumes.",
        StorageUse::freeBytes);
  }

  private void registerStorage(
      FiguresCollector collector, String name, String help, ToDoubleFunction<StorageUse> bytes) {
    register(
        name,
        help,
        gauge -> {
          for (DataPlaneFigures plane : collector.dataPlanes()) {
            plane.storage().ifPresent(use -> gauge.call(bytes.applyAsDouble(use), plane.cluster()));
          }
        },
        "cluster");
  }

  private void register(
      String name, String help, Consumer<GaugeWithCallback.Callback> series, String... labels) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(series)
        .register(registry);
  }

  @Override
  public synchronized void close() {
    figures.ifPresent(FiguresCollector::close);
  }

  @Override
  public void answered(String method, String route, int status, Duration time) {
    requests
        .labelValues(
            METHODS.contains(method) ? method : "other",
            route.isEmpty() ? "none" : route,
            Integer.toString(status))
        .observe(seconds(time));
  }

  @Override
  public String text() {
    registerJvmMetrics();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      format.write(text, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("metrics cannot be written", e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /** Registered when first read: the JDK's management classes take long to load in a start. */
  private synchronized void registerJvmMetrics() {
    if (!hasJvmMetrics) {
      JvmMetrics.builder().register(registry);
      hasJvmMetrics = true;
    }
  }

  /** Registers a histogram of durations in seconds. */
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

  static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
