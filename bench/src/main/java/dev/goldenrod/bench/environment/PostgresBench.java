package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.engine.postgres.PostgresEngine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class PostgresBench implements BenchEngine {
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
