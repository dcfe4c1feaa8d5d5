package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Freezes and analyzes every table of a database, several in parallel. Pages that are frozen in the
 * golden are not written again, and so not copied, in every clone.
 */
final class Vacuum {
  private static final String TABLES =
      """
      SELECT c.oid::pg_catalog.regclass::text, c.relpages FROM pg_catalog.pg_class c
       WHERE c.relkind IN ('r', 'm') AND c.relpersistence <> 't' AND NOT c.relisshared
       ORDER BY c.relpages DESC, c.oid
      """;

  /** Each command also scans the whole pg_class, which takes longer than a small table. */
  private static final int MOST_TABLES = 50;

  /** A batch ends before it has more than these 8 MiB. */
  private static final long MOST_PAGES = 1024;

  private static final int ANSWER_SECONDS = 10;

  /** A table, with the number of pages that PostgreSQL last counted. */
  record Table(String name, long pages) {}

  interface Connector {
    Connection connect() throws SQLException;
  }

  private final Connector connector;
  private final StepReport report;

  Vacuum(Connector connector, StepReport report) {
    this.connector = connector;
    this.report = report;
  }

  void run(Connection connection, int jobs) throws SQLException {
    List<Table> tables =
        Sql.list(connection, TABLES, row -> new Table(row.getString(1), row.getLong(2)));
    Queue<List<String>> batches = new ConcurrentLinkedQueue<>(batches(tables));
    int total = tables.size();
    AtomicLong done = new AtomicLong();
    ExecutorService executor = Executors.newFixedThreadPool(jobs);
    try {
      List<Callable<Void>> workers = new ArrayList<>();
      for (int i = 0; i < jobs; i++) {
        workers.add(
            () -> {
              drain(batches, done, total);
              return null;
            });
      }
      for (Future<Void> worker : executor.invokeAll(workers)) {
        worker.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while analysing", e);
    } catch (ExecutionException e) {
      throw new DataPlaneException("cannot analyse: " + e.getCause().getMessage(), e.getCause());
    } finally {
      executor.shutdownNow();
    }
    // Partitioned tables have their own statistics; VACUUM has analyzed all others.
    analysePartitioned(connection);
  }

  /** Groups tables in their order, so that one command vacuums many small ones. */
  static List<List<String>> batches(List<Table> tables) {
    List<List<String>> batches = new ArrayList<>();
    List<String> batch = new ArrayList<>();
    long pages = 0;
    for (Table table : tables) {
      if (batch.size() == MOST_TABLES || pages + table.pages() > MOST_PAGES) {
        batches.add(List.copyOf(batch));
        batch.clear();
        pages = 0;
      }
      batch.add(table.name());
      pages += table.pages();
    }
    batches.add(List.copyOf(batch));
    return batches.stream().filter(names -> !names.isEmpty()).toList();
  }

  private void drain(Queue<List<String>> batches, AtomicLong done, int total) throws SQLException {
    try (Connection connection = connector.connect()) {
      for (List<String> batch = batches.poll();
          batch != null && !report.isCancelled();
          batch = batches.poll()) {
        vacuum(connection, batch);
        report.progress(new Progress(done.addAndGet(batch.size()), total, "relations analysed"));
      }
    }
  }

  /** A failure ends the whole command, so the tables are then vacuumed one by one. */
  private void vacuum(Connection connection, List<String> batch) throws SQLException {
    if (failure(connection, "VACUUM (FREEZE, ANALYZE) " + String.join(", ", batch)).isPresent()) {
      for (String table : batch) {
        if (!attempt(connection, "VACUUM (FREEZE, ANALYZE) " + table)) {
          // ANALYZE evaluates functions and can fail; freezing evaluates none.
          attempt(connection, "VACUUM (FREEZE) " + table);
        }
      }
    }
  }

  /** A table without statistics is slower, but complete. */
  private boolean attempt(Connection connection, String statement) throws SQLException {
    Optional<String> failure = failure(connection, statement);
    failure.ifPresent(reason -> report.warn("'%s' failed: %s".formatted(statement, reason)));
    return failure.isEmpty();
  }

  /** Returns why the statement failed, unless the session is lost. */
  private static Optional<String> failure(Connection connection, String statement)
      throws SQLException {
    try {
      Sql.run(connection, statement);
      return Optional.empty();
    } catch (SQLException e) {
      if (!connection.isValid(ANSWER_SECONDS)) {
        throw e;
      }
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void analysePartitioned(Connection connection) throws SQLException {
    List<String> partitioned =
        Sql.texts(
            connection,
            "SELECT oid::pg_catalog.regclass::text FROM pg_catalog.pg_class WHERE relkind = 'p'");
    for (String table : partitioned) {
      attempt(connection, "ANALYZE " + table);
    }
  }
}
