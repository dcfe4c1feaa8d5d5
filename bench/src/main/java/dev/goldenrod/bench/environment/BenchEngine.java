package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.dataplane.local.LocalEngines;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.engine.postgres.PostgresEngine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The differences between engines for benchmarks of databases. */
public interface BenchEngine {
  String type();

  /** Returns the release that is measured. */
  String version(BenchContext context);

  /** Installs the engine before the server starts: from the directory, or by default. */
  void install(Path dataDir, @Nullable Path folder);

  String url(String host, int port, String database);

  /** Creates a table of the given size. */
  void fill(Connection connection, GoldenSize size) throws SQLException;

  /** Returns statements that create {@code writes (id, value, text)} with ids from 0, if absent. */
  List<String> writeTable(int rows);

  final class Postgres implements BenchEngine {
    @Override
    public String type() {
      return PostgresEngine.TYPE;
    }

    @Override
    public String version(BenchContext context) {
      return context.home().release();
    }

    @Override
    public void install(Path dataDir, @Nullable Path folder) {}

    @Override
    public String url(String host, int port, String database) {
      return "jdbc:postgresql://%s:%d/%s".formatted(host, port, database);
    }

    @Override
    public void fill(Connection connection, GoldenSize size) throws SQLException {
      GeneratedData.fill(connection, size);
    }

    @Override
    public List<String> writeTable(int rows) {
      return List.of(
          "CREATE TABLE IF NOT EXISTS writes AS SELECT id, 0::bigint AS value, repeat('x', 500) AS text FROM generate_series(0, %d) AS id"
              .formatted(rows - 1),
          "CREATE UNIQUE INDEX IF NOT EXISTS writes_id ON writes (id)");
    }
  }

  final class MySql implements BenchEngine {
    private static final String RELEASE = "8.0";
    private static final int ROW = 1024;
    private static final int REPETITIONS = 30;

    @Override
    public String type() {
      return MySqlEngine.TYPE;
    }

    @Override
    public String version(BenchContext context) {
      return RELEASE;
    }

    @Override
    public void install(Path dataDir, @Nullable Path folder) {
      LocalEngines.open(dataDir, null).install(type(), RELEASE, folder, (stage, detail) -> {});
    }

    @Override
    public String url(String host, int port, String database) {
      return "jdbc:mariadb://%s:%d/%s?sslMode=trust".formatted(host, port, database);
    }

    /** Doubles the rows until there are enough. */
    @Override
    public void fill(Connection connection, GoldenSize size) throws SQLException {
      long rows = size.bytes() / ROW;
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE entries (id bigint PRIMARY KEY, text text)");
        statement.execute(
            "INSERT INTO entries VALUES (0, repeat(md5('0'), %d))".formatted(REPETITIONS));
        for (long there = 1; there < rows; there *= 2) {
          statement.execute(
              "INSERT INTO entries SELECT id + %1$d, repeat(md5(id + %1$d), %2$d) FROM entries WHERE id < %3$d"
                  .formatted(there, REPETITIONS, Math.min(there, rows - there)));
        }
      }
    }

    @Override
    public List<String> writeTable(int rows) {
      return List.of(
          "CREATE TABLE IF NOT EXISTS writes (id int PRIMARY KEY, value bigint, text text)",
          "SET SESSION cte_max_recursion_depth = %d".formatted(rows),
          "INSERT IGNORE INTO writes WITH RECURSIVE ids (id) AS (SELECT 0 UNION ALL SELECT id + 1 FROM ids WHERE id < %d) SELECT id, 0, repeat('x', 500) FROM ids"
              .formatted(rows - 1));
    }
  }
}
