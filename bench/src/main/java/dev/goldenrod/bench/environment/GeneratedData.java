package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;

/** A database filled with as much data as wanted, as fast as the disk takes it. */
public final class GeneratedData {
  /** The name of the database. */
  public static final String DATABASE = "bench";

  /** Settings for a server whose data may be lost if the machine fails while it is filled. */
  public static final Map<String, String> FAST =
      Map.of(
          "fsync", "off",
          "wal_level", "minimal",
          "max_wal_senders", "0",
          "autovacuum", "off",
          "max_wal_size", "1GB",
          "maintenance_work_mem", "256MB");

  /** What a row takes with its header, when its text has the length that is written here. */
  private static final int ROW = 1024;

  private static final int REPETITIONS = 30;

  private static final int FILES_OF_EMPTY_CLUSTER = 1000;
  private static final int BATCH = 500;

  private GeneratedData() {}

  /** Makes tables of that size or number, and stops the server cleanly. */
  public static void fill(ScratchPostgres source, GoldenSize size) {
    try (Connection connection = source.connect()) {
      fill(connection, size);
    } catch (SQLException e) {
      throw new BenchFailure("the data of " + size.golden() + " cannot be made: " + e, e);
    }
    source.stop();
  }

  /** Makes tables of that size or number. */
  public static void fill(DataSource source, GoldenSize size) throws SQLException {
    try (Connection connection = source.getConnection()) {
      fill(connection, size);
    }
  }

  /** Makes tables of that size or number. */
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

  /** Each table is a file, and its primary key another; few at a time, since each is locked. */
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
