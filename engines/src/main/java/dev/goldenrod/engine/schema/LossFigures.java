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

/** Reads the figures of losses, each once and within a time limit. Not thread-safe. */
final class LossFigures {
  private static final Logger LOG = LoggerFactory.getLogger(LossFigures.class);
  private static final long EACH_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final String NOT_COUNTED = "not counted, which failed or takes too long";

  private final LiveSchema schema;
  private final Map<Loss, Optional<String>> seen = new HashMap<>();
  private long left = TimeUnit.SECONDS.toNanos(30);

  LossFigures(LiveSchema schema) {
    this.schema = schema;
  }

  /** Describes the losses with their figures, leaving out those that lose nothing. */
  List<String> of(Connection session, List<Loss> losses) {
    return losses.stream().flatMap(loss -> figure(session, loss).stream()).toList();
  }

  private Optional<String> figure(Connection session, Loss loss) {
    return seen.computeIfAbsent(loss, key -> read(session, key));
  }

  private Optional<String> read(Connection session, Loss loss) {
    long begun = System.nanoTime();
    long end = begun + Math.min(EACH_NANOS, left);
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
      left -= System.nanoTime() - begun;
    }
  }
}
