package dev.goldenrod.engine.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Reads what statements take away, each once and for a bounded time. One thread. */
final class LossFigures {
  private static final int EACH_MILLIS = 5_000;
  private static final long ALL_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LiveSchema schema;
  private final Map<Loss, Optional<String>> seen = new HashMap<>();
  private long spent;

  LossFigures(LiveSchema schema) {
    this.schema = schema;
  }

  /** What each of them takes away, with its figures; without those that take nothing. */
  List<String> of(Connection session, List<Loss> losses) {
    return losses.stream().flatMap(loss -> figure(session, loss).stream()).toList();
  }

  private Optional<String> figure(Connection session, Loss loss) {
    return seen.computeIfAbsent(loss, key -> read(session, key));
  }

  private Optional<String> read(Connection session, Loss loss) {
    long begun = System.nanoTime();
    try {
      for (String query : loss.queries()) {
        if (spent + System.nanoTime() - begun > ALL_NANOS) {
          return Optional.of(loss.what() + ": not counted, the rest took too long");
        }
        try {
          return schema
              .read(session, query, EACH_MILLIS)
              .map(figures -> loss.what() + ": " + figures);
        } catch (SQLException e) {
          continue;
        }
      }
      return Optional.of(
          loss.what()
              + ": not counted, which failed or takes more than "
              + EACH_MILLIS / 1000
              + " s");
    } finally {
      spent += System.nanoTime() - begun;
    }
  }
}
