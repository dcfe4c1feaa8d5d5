package dev.goldenrod.server.metrics;

import dev.goldenrod.control.Statistics;
import dev.goldenrod.http.HttpMetrics;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.Store;
import dev.goldenrod.server.log.ServerLog;
import dev.goldenrod.storage.jdbi.JdbiStore;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** All metrics of a server. Thread-safe. */
public final class ServerMetrics implements HttpMetrics, AutoCloseable {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter format = PrometheusTextFormatWriter.create();
  private final RequestMetrics requests = new RequestMetrics(registry);
  private final ControlMetrics control = new ControlMetrics(registry);
  private Optional<FiguresCollector> figures = Optional.empty();

  public ServerMetrics() {
    JvmMetrics.builder().register(registry);
  }

  public Store observed(JdbiStore store) {
    return new ObservedStore(store, registry);
  }

  public ControlObserver observer() {
    return control;
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
    new ServerGauges(registry, counting, isReady, certificateEnd, release);
  }

  @Override
  public synchronized void close() {
    figures.ifPresent(FiguresCollector::close);
  }

  @Override
  public void answered(String method, String route, int status, Duration time) {
    requests.answered(method, route, status, time);
  }

  @Override
  public String text() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      format.write(text, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("metrics cannot be written", e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
