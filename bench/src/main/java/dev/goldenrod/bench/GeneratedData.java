package dev.goldenrod.bench;

import dev.goldenrod.server.demo.ScratchPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A database filled with as much data as wanted, as fast as the disk takes it. */
public final class GeneratedData {
  /** The name of the database. */
  public static final String DATABASE = "bench";

  /** Settings for a server whose data nobody misses if the machine fails while it is filled. */
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

  private GeneratedData() {}

  /** Makes one table of that size with an index, and stops the server cleanly. */
  static void fill(ScratchPostgres source, GoldenSize size) {
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE entries AS SELECT id, repeat(md5(id::text), %d) AS text FROM generate_series(1::bigint, %d) AS id"
              .formatted(REPETITIONS, size.bytes() / ROW));
      statement.execute("ALTER TABLE entries ADD PRIMARY KEY (id)");
    } catch (SQLException e) {
      throw new BenchFailure("the data of " + size.golden() + " cannot be made: " + e, e);
    }
    source.stop();
  }
}
