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
 * Counts in the store every few seconds, in a thread of its own: however often metrics are asked
 * for, the store is not, and a store that gives no answer keeps nobody waiting. Thread-safe.
 */
final class Figures implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Figures.class);
  private static final long EVERY_SECONDS = 5;
  private static final Duration OUTDATED = Duration.ofSeconds(30);

  private record Counted(StoreFigures figures, long at) {}

  private final Statistics statistics;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("metrics"));
  private volatile Optional<Counted> counted = Optional.empty();
  private volatile boolean storeUp = true;

  Figures(Statistics statistics) {
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
      LOG.debug("the store is not counted now", away);
    }
  }

  /** What was counted last, while that is half a minute ago at most. */
  Optional<StoreFigures> store() {
    return counted
        .filter(last -> System.nanoTime() - last.at() < OUTDATED.toNanos())
        .map(Counted::figures);
  }

  /** Whether the store could be counted in the last time, and lately. */
  boolean isStoreUp() {
    return storeUp && store().isPresent();
  }

  /** The data planes that this server holds. */
  List<DataPlaneFigures> dataPlanes() {
    return statistics.dataPlanes();
  }

  /** How long ago the loop looked for work; zero before it was started. */
  Duration sinceLoopTicked() {
    return statistics.sinceLoopTicked().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
