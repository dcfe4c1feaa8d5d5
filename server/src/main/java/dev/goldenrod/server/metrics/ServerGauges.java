package dev.goldenrod.server.metrics;

import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.cluster.StorageUse;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Gauges of this server and of its attached data planes. */
final class ServerGauges {
  private final PrometheusRegistry registry;
  private final FiguresCollector figures;

  ServerGauges(
      PrometheusRegistry registry,
      FiguresCollector figures,
      BooleanSupplier isReady,
      Supplier<Optional<Instant>> certificateEnd,
      String release) {
    this.registry = registry;
    this.figures = figures;
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
        gauge -> gauge.call(figures.isStoreUp() ? 1 : 0));
    register(
        "goldenrod_loop_lag_seconds",
        "Time since the reconcile loop last looked for work, which it does twice a second.",
        gauge -> gauge.call(Seconds.of(figures.sinceLoopTicked())));
    register(
        "goldenrod_data_plane_reachable",
        "Whether a data plane of this server can be reached: 1 or 0.",
        gauge ->
            figures
                .dataPlanes()
                .forEach(
                    plane -> gauge.call(plane.unreachable().isEmpty() ? 1 : 0, plane.cluster())),
        "cluster");
    register(
        "goldenrod_certificate_expiry_timestamp_seconds",
        "End of the validity of the API's certificate.",
        gauge -> certificateEnd.get().ifPresent(end -> gauge.call(end.getEpochSecond())));
    registerStorage(
        "goldenrod_volumes_used_bytes",
        "Bytes in use on the file system of a data plane's volumes.",
        StorageUse::usedBytes);
    registerStorage(
        "goldenrod_volumes_free_bytes",
        "Bytes that are free on the file system of a data plane's volumes.",
        StorageUse::freeBytes);
  }

  private void registerStorage(String name, String help, ToDoubleFunction<StorageUse> bytes) {
    register(
        name,
        help,
        gauge -> {
          for (DataPlaneFigures plane : figures.dataPlanes()) {
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
}
