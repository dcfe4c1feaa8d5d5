package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;

/** Fills databases with generated rows, as fast as the disk allows. */
public final class GeneratedData {
  public static final String DATABASE = "bench";

  /** Server settings that speed up the filling. A crash of the machine may lose the data. */
  public static final Map<String, String> FAST =
      Map.of(
          "fsync", "off",
          "wal_level", "minimal",
          "max_wal_senders", "0",
          "autovacuum", "off",
          "max_wal_size", "1GB",
          "maintenance_work_mem", "256MB");

  /** The size of a row with its header and its text of {@link #REPETITIONS} hashes. */
  private static final int ROW = 1024;

  private static final int REPETITIONS = 30;

  private static final int FILES_OF_EMPTY_CLUSTER = 1000;
  private static final int BATCH = 500;

  private GeneratedData() {}

  /** Creates the tables, and stops the server cleanly. */
  public static void fill(ScratchPostgres source, GoldenSize size) {
    try (Connection connection = source.connect()) {
      fill(connection, size);
    } catch (SQLException e) {
      throw new BenchFailure("the data of " + size.golden() + " cannot be created: " + e, e);
    }
    source.stop();
  }

  public static void fill(DataSource source, GoldenSize size) throws SQLException {
    try (Connection connection = source.getConnection()) {
      fill(connection, size);
    }
  }

  public static void fill(Connection connection, GoldenSize size) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (size.files() > 0) {
        fillWithFiles(statement, size.files());
      } else {
        fillWithRows(statement, size.bytes());
      }
    }
  }

  private static void fillWithRows(Statement statement, long bytes) throws SQLException {
    statement.execute(
        "CREATE TABLE entries AS SELECT id, repeat(md5(id::text), %d) AS text FROM generate_series(1::bigint, %d) AS id"
            .formatted(REPETITIONS, bytes / ROW));
    statement.execute("ALTER TABLE entries ADD PRIMARY KEY (id)");
  }

  /** Each table and each primary key is a file. Created in batches, since each takes a lock. */
  private static void fillWithFiles(Statement statement, int files) throws SQLException {
    for (int done = FILES_OF_EMPTY_CLUSTER; done < files; done += 2 * BATCH) {
      statement.execute(
          """
          DO $$ BEGIN FOR i IN 1..%d LOOP
            EXECUTE format('CREATE TABLE entries_%d_%%s (id bigint PRIMARY KEY)', i);
          END LOOP; END $$
          """
              .formatted(Math.min(BATCH, (files - done + 1) / 2), done));
    }
  }
}
