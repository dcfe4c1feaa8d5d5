package dev.goldenrod.server.metrics;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.control.Statistics;
import dev.goldenrod.control.Statistics.StoreFigures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the store's resources every few seconds in its own thread, so that scraping causes no load
 * and never waits for the store. Thread-safe.
 */
final class FiguresCollector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FiguresCollector.class);
  private static final long EVERY_SECONDS = 5;
  private static final Duration OUTDATED = Duration.ofSeconds(30);

  private record Counted(StoreFigures figures, long at) {}

  private final Statistics statistics;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("metrics"));
  private volatile Optional<Counted> counted = Optional.empty();
  private volatile boolean storeUp = true;

  FiguresCollector(Statistics statistics) {
    this.statistics = statistics;
    thread.scheduleWithFixedDelay(this::count, 0, EVERY_SECONDS, TimeUnit.SECONDS);
  }

  private void count() {
    try {
      long begun = System.nanoTime();
      counted = Optional.of(new Counted(statistics.store(), begun));
      storeUp = true;
    } catch (RuntimeException away) {
      storeUp = false;
      LOG.debug("Cannot count the store's resources, will retry", away);
    }
  }

  /** Returns the latest counts if they are at most 30 seconds old. */
  Optional<StoreFigures> store() {
    return counted
        .filter(last -> System.nanoTime() - last.at() < OUTDATED.toNanos())
        .map(Counted::figures);
  }

  /** Returns whether the last count succeeded and is recent. */
  boolean isStoreUp() {
    return storeUp && store().isPresent();
  }

  List<DataPlaneFigures> dataPlanes() {
    return statistics.dataPlanes();
  }

  /** Returns the time since the reconciliation loop's last pass; zero before the first. */
  Duration sinceLoopTicked() {
    return statistics.sinceLoopTicked().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
