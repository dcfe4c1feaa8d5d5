package dev.goldenrod.server.metrics;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.storage.jdbi.ConnectionUse;
import dev.goldenrod.storage.jdbi.JdbiStore;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** A store that records the duration of its transactions. */
final class ObservedStore implements Store {
  private static final double[] ENDS = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10};

  private final JdbiStore store;
  private final Histogram transactions;
  private final Counter errors;

  ObservedStore(JdbiStore store, PrometheusRegistry registry) {
    this.store = store;
    transactions =
        ServerMetrics.histogram(
            registry,
            "goldenrod_store_transaction_duration_seconds",
            "Duration of one transaction of the store, including the wait for a connection.",
            ENDS);
    errors =
        Counter.builder()
            .name("goldenrod_store_errors_total")
            .help("Transactions for which the store could not be reached, or that failed.")
            .register(registry);
    GaugeWithCallback.builder()
        .name("goldenrod_store_connections")
        .help("Connections to the store, by state.")
        .labelNames("state")
        .callback(
            gauge -> {
              ConnectionUse use = store.connectionUse();
              gauge.call(use.active(), "active");
              gauge.call(use.idle(), "idle");
            })
        .register(registry);
    gauge("goldenrod_store_connections_max", "Maximum number of connections to the store.")
        .callback(gauge -> gauge.call(store.connectionUse().most()))
        .register(registry);
    gauge("goldenrod_store_connections_waiting", "Threads that wait for a connection to the store.")
        .callback(gauge -> gauge.call(store.connectionUse().waiting()))
        .register(registry);
  }

  private static GaugeWithCallback.Builder gauge(String name, String help) {
    return GaugeWithCallback.builder().name(name).help(help);
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    return timed(() -> store.inTransaction(work));
  }

  @Override
  public StoreRelease heartbeat() {
    return timed(store::heartbeat);
  }

  private <T> T timed(Supplier<T> work) {
    long begun = System.nanoTime();
    try {
      return work.get();
    } catch (StoreException broken) {
      errors.inc();
      throw broken;
    } finally {
      transactions.observe(ServerMetrics.seconds(Duration.ofNanos(System.nanoTime() - begun)));
    }
  }

  @Override
  public Clock clock() {
    return store.clock();
  }

  @Override
  public void close() {
    store.close();
  }
}
