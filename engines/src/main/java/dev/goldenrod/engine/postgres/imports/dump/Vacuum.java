package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
      SELECT c.oid::pg_catalog.regclass::text FROM pg_catalog.pg_class c
       WHERE c.relkind IN ('r', 'm') AND c.relpersistence <> 't' AND NOT c.relisshared
       ORDER BY c.relpages DESC, c.oid
      """;

  private static final int ANSWER_SECONDS = 10;

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
    Queue<String> tables = new ConcurrentLinkedQueue<>(Sql.texts(connection, TABLES));
    int total = tables.size();
    AtomicLong done = new AtomicLong();
    ExecutorService executor = Executors.newFixedThreadPool(jobs);
    try {
      List<Callable<Void>> workers = new ArrayList<>();
      for (int i = 0; i < jobs; i++) {
        workers.add(
            () -> {
              drain(tables, done, total);
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

  private void drain(Queue<String> tables, AtomicLong done, int total) throws SQLException {
    try (Connection connection = connector.connect()) {
      for (String table = tables.poll();
          table != null && !report.isCancelled();
          table = tables.poll()) {
        if (!attempt(connection, "VACUUM (FREEZE, ANALYZE) " + table)) {
          // ANALYZE evaluates functions and can fail; freezing evaluates none.
          attempt(connection, "VACUUM (FREEZE) " + table);
        }
        report.progress(new Progress(done.incrementAndGet(), total, "tables analysed"));
      }
    }
  }

  /** A table without statistics is slower, but complete. */
  private boolean attempt(Connection connection, String statement) throws SQLException {
    try {
      Sql.run(connection, statement);
      return true;
    } catch (SQLException e) {
      if (!connection.isValid(ANSWER_SECONDS)) {
        throw e;
      }
      report.warn("'%s' failed: %s".formatted(statement, e.getMessage()));
      return false;
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
