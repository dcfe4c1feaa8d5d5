package dev.goldenrod.server.metrics;

import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.WorkKind;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Locale;

/** Metrics of the control plane's work. */
final class ControlMetrics implements ControlObserver {
  private static final double[] RECONCILE_ENDS = {0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15};
  private static final double[] LAUNCH_ENDS = {0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120};
  private static final double[] IMPORT_ENDS = {10, 60, 300, 900, 3600, 4 * 3600, 12 * 3600};
  private static final double[] STANDSTILL_ENDS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5};

  private final Histogram reconciles;
  private final Counter reconcileErrors;
  private final Counter leasesLost;
  private final Histogram launches;
  private final Histogram imports;
  private final Histogram standstills;
  private final LaunchHistory history;

  ControlMetrics(PrometheusRegistry registry, LaunchHistory history) {
    this.history = history;
    reconciles =
        ServerMetrics.histogram(
            registry,
            "goldenrod_reconcile_duration_seconds",
            "Duration of one reconciliation step of a resource.",
            RECONCILE_ENDS,
            "kind");
    reconcileErrors =
        Counter.builder()
            .name("goldenrod_reconcile_errors_total")
            .help(
                "Reconciliation steps that the data plane refused or that failed; each is"
                    + " retried.")
            .labelNames("kind")
            .register(registry);
    leasesLost =
        Counter.builder()
            .name("goldenrod_leases_lost_total")
            .help(
                "Reconciliation steps that took so long that another server had taken the"
                    + " resource over.")
            .labelNames("kind")
            .register(registry);
    launches =
        ServerMetrics.histogram(
            registry,
            "goldenrod_launch_duration_seconds",
            "Time from the request for a clone until it was ready for the first time.",
            LAUNCH_ENDS,
            "golden",
            "pool");
    imports =
        ServerMetrics.histogram(
            registry,
            "goldenrod_import_duration_seconds",
            "Time from the request for an import to its end.",
            IMPORT_ENDS,
            "result");
    standstills =
        ServerMetrics.histogram(
            registry,
            "goldenrod_standstill_duration_seconds",
            "How long a running database was paused for a branch or a snapshot of it.",
            STANDSTILL_ENDS);
    for (WorkKind kind : WorkKind.values()) {
      reconcileErrors.initLabelValues(name(kind));
      leasesLost.initLabelValues(name(kind));
    }
  }

  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void reconciled(WorkKind kind, Duration time) {
    reconciles.labelValues(name(kind)).observe(ServerMetrics.seconds(time));
  }

  @Override
  public void reconcileFailed(WorkKind kind) {
    reconcileErrors.labelValues(name(kind)).inc();
  }

  @Override
  public void leaseLost(WorkKind kind) {
    leasesLost.labelValues(name(kind)).inc();
  }

  @Override
  public void launched(String golden, boolean fromPool, Duration time) {
    history.add(time);
    launches.labelValues(golden, Boolean.toString(fromPool)).observe(ServerMetrics.seconds(time));
  }

  @Override
  public void importEnded(boolean succeeded, Duration time) {
    imports.labelValues(succeeded ? "succeeded" : "failed").observe(ServerMetrics.seconds(time));
  }

  @Override
  public void stoodStill(Duration time) {
    standstills.observe(ServerMetrics.seconds(time));
  }
}
