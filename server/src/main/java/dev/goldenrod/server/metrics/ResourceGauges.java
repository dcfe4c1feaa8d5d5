package dev.goldenrod.server.metrics;

import static dev.goldenrod.server.metrics.ControlMetrics.name;

import dev.goldenrod.control.Statistics.StoreFigures;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.StatisticsRepository.DatabaseCount;
import dev.goldenrod.port.StatisticsRepository.DueWork;
import dev.goldenrod.port.StatisticsRepository.InstanceCount;
import dev.goldenrod.port.WorkKind;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Gauges of the resources in the store. They have no series while the counts are unknown. */
final class ResourceGauges {
  private final PrometheusRegistry registry;
  private final FiguresCollector figures;

  ResourceGauges(PrometheusRegistry registry, FiguresCollector figures) {
    this.registry = registry;
    this.figures = figures;
    registerWork();
    registerResources();
    registerGoldens();
    registerClusters();
  }

  private void registerWork() {
    ofStore(
        "goldenrod_queue_depth",
        "Resources that are due and on which no server works.",
        (store, gauge) -> {
          Map<WorkKind, DueWork> due =
              store.dueWork().stream()
                  .collect(Collectors.toMap(DueWork::kind, Function.identity()));
          for (WorkKind kind : WorkKind.values()) {
            int count = Optional.ofNullable(due.get(kind)).map(DueWork::count).orElse(0);
            gauge.call(count, name(kind));
          }
        },
        "kind");
    ofStore(
        "goldenrod_queue_oldest_age_seconds",
        "How long the oldest due resource has been due; 0 if there is none.",
        (store, gauge) ->
            gauge.call(
                store.dueWork().stream()
                    .mapToDouble(due -> age(due.oldestDueAt(), store))
                    .max()
                    .orElse(0)));
  }

  private void registerResources() {
    ofStore(
        "goldenrod_instances",
        "Launched clones, by phase.",
        (store, gauge) ->
            byPhase(
                gauge,
                InstancePhase.values(),
                store.instances().stream()
                    .filter(count -> !count.warm())
                    .collect(
                        Collectors.groupingBy(
                            InstanceCount::phase, Collectors.summingInt(InstanceCount::count)))),
        "phase");
    ofStore(
        "goldenrod_databases",
        "Databases and branches, by phase.",
        (store, gauge) ->
            byPhase(
                gauge,
                DatabasePhase.values(),
                store.databases().stream()
                    .collect(
                        Collectors.groupingBy(
                            DatabaseCount::phase, Collectors.summingInt(DatabaseCount::count)))),
        "phase");
    ofStore(
        "goldenrod_imports",
        "Imports, including retained ended ones, by phase.",
        (store, gauge) ->
            byPhase(
                gauge,
                ImportPhase.values(),
                store.imports().stream()
                    .collect(Collectors.toMap(count -> count.phase(), count -> count.count()))),
        "phase");
    ofStore(
        "goldenrod_engines_running",
        "Running database servers, including clones and warm clones, by type.",
        (store, gauge) ->
            Arrays.stream(DatabaseType.values())
                .forEach(type -> gauge.call(running(store, type), type.wireName())),
        "type");
    ofStore(
        "goldenrod_volumes_shared_bytes",
        "Size in bytes of full copies of the versions of all ready clones.",
        (store, gauge) ->
            gauge.call(
                store.instances().stream()
                    .filter(count -> count.phase() == InstancePhase.READY)
                    .mapToLong(InstanceCount::versionBytes)
                    .sum()));
  }

  private static <E extends Enum<E>> void byPhase(
      GaugeWithCallback.Callback gauge, E[] phases, Map<E, Integer> counts) {
    for (E phase : phases) {
      gauge.call(counts.getOrDefault(phase, 0), name(phase));
    }
  }

  private static int running(StoreFigures store, DatabaseType type) {
    int clones =
        store.instances().stream()
            .filter(count -> count.phase() == InstancePhase.READY)
            .filter(count -> typeOf(count.substrate()) == type)
            .mapToInt(InstanceCount::count)
            .sum();
    int databases =
        store.databases().stream()
            .filter(count -> count.phase() == DatabasePhase.RUNNING && count.type() == type)
            .mapToInt(DatabaseCount::count)
            .sum();
    return clones + databases;
  }

  private static DatabaseType typeOf(Substrate substrate) {
    return switch (substrate) {
      case POSTGRES -> DatabaseType.POSTGRESQL;
      case MYSQL -> DatabaseType.MYSQL;
      case MONGODB -> DatabaseType.MONGODB;
    };
  }

  private void registerGoldens() {
    ofStore(
        "goldenrod_golden_age_seconds",
        "Time since the newest ready version of a golden was requested.",
        (store, gauge) ->
            store.goldens().forEach(one -> gauge.call(age(one.latestAt(), store), one.golden())),
        "golden");
    ofStore(
        "goldenrod_pool_target",
        "Warm clones that the pools of a golden and size should have.",
        (store, gauge) -> pools(store, gauge, true),
        "golden",
        "size");
    ofStore(
        "goldenrod_pool_ready",
        "Warm clones of a golden and size that can be claimed.",
        (store, gauge) -> pools(store, gauge, false),
        "golden",
        "size");
    ofStore(
        "goldenrod_scheduled_snapshot_age_seconds",
        "Greatest age of the newest scheduled snapshot, of all databases with a schedule.",
        (store, gauge) ->
            store.scheduledSnapshots().stream()
                .mapToDouble(taken -> age(taken, store))
                .max()
                .ifPresent(gauge::call));
    ofStore(
        "goldenrod_orphans",
        "Quarantined resources of data planes that the store does not know.",
        (store, gauge) -> {
          Map<Orphan.Kind, Long> counts =
              store.orphans().stream()
                  .collect(Collectors.groupingBy(Orphan::kind, Collectors.counting()));
          for (Orphan.Kind kind : Orphan.Kind.values()) {
            gauge.call(counts.getOrDefault(kind, 0L), kind.wireName());
          }
        },
        "kind");
  }

  /** Sums the pools of one golden and size: several may exist, for different versions. */
  private static void pools(StoreFigures store, GaugeWithCallback.Callback gauge, boolean target) {
    store.pools().stream()
        .collect(
            Collectors.groupingBy(
                pool -> List.of(pool.golden(), name(pool.size())),
                Collectors.summingInt(pool -> target ? pool.target() : pool.ready())))
        .forEach((pool, count) -> gauge.call(count, pool.get(0), pool.get(1)));
  }

  private void registerClusters() {
    ofStore(
        "goldenrod_cluster_online",
        "Whether a cluster's data plane is connected to a server: 1 or 0.",
        (store, gauge) ->
            store.clusters().forEach(one -> gauge.call(one.online() ? 1 : 0, one.name())),
        "cluster");
  }

  private static double age(Instant then, StoreFigures store) {
    return Math.max(0, ServerMetrics.seconds(Duration.between(then, store.at())));
  }

  private void ofStore(
      String name,
      String help,
      BiConsumer<StoreFigures, GaugeWithCallback.Callback> series,
      String... labels) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(gauge -> figures.store().ifPresent(store -> series.accept(store, gauge)))
        .register(registry);
  }
}
