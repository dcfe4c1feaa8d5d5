package dev.goldenrod.engine.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the lost values, each loss once and within a time limit. Not thread-safe. */
final class DataLossCounter {
  private static final Logger LOG = LoggerFactory.getLogger(DataLossCounter.class);
  private static final long EACH_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final String NOT_COUNTED =
      "not counted, because the query failed or takes too long";

  private final LiveSchema schema;
  private final Map<DataLoss, Optional<String>> counts = new HashMap<>();
  private long nanosLeft = TimeUnit.SECONDS.toNanos(30);

  DataLossCounter(LiveSchema schema) {
    this.schema = schema;
  }

  /** Describes the losses with their counts, leaving out those that lose nothing. */
  List<String> describe(Connection session, List<DataLoss> losses) {
    return losses.stream().flatMap(loss -> countOnce(session, loss).stream()).toList();
  }

  private Optional<String> countOnce(Connection session, DataLoss loss) {
    return counts.computeIfAbsent(loss, key -> count(session, key));
  }

  private Optional<String> count(Connection session, DataLoss loss) {
    long begun = System.nanoTime();
    long end = begun + Math.min(EACH_NANOS, nanosLeft);
    try {
      for (String query : loss.queries()) {
        int millis = (int) TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (millis <= 0) {
          break;
        }
        try {
          return schema.read(session, query, millis).map(text -> loss.what() + ": " + text);
        } catch (SQLException e) {
          LOG.debug("Cannot count a loss with '{}', trying the next query", query, e);
        }
      }
      return Optional.of(loss.what() + ": " + NOT_COUNTED);
    } finally {
      nanosLeft -= System.nanoTime() - begun;
    }
  }
}
