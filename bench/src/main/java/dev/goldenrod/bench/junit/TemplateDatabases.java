package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.environment.GeneratedData;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Databases that one server copies from a template, as {@code createdb -T} does, and as is usual
 * with Testcontainers. The server does not flush either.
 */
final class TemplateDatabases implements TestDatabases {
  private static final String SUPERUSER = "postgres";

  private final ScratchPostgres server;
  private int count;

  private TemplateDatabases(ScratchPostgres server) {
    this.server = server;
  }

  static TemplateDatabases prepare(LocalRoot root, RunAs runAs, GoldenSize size) {
    Installation home =
        Installations.find(root, runAs, List.of())
            .newestServer(PostgresEngine.TYPE)
            .orElseThrow(() -> new BenchFailure("this machine has no PostgreSQL; install it"));
    TemplateDatabases databases =
        new TemplateDatabases(
            ScratchPostgres.start(
                home, runAs, root, GeneratedData.DATABASE, Map.of("fsync", "off")));
    try {
      GeneratedData.fill(databases.source(GeneratedData.DATABASE), size);
      return databases;
    } catch (SQLException e) {
      throw new BenchFailure("the template cannot be filled: " + e.getMessage(), e);
    }
  }

  @Override
  public String label() {
    return "CREATE DATABASE … TEMPLATE";
  }

  @Override
  public TestDatabase take() throws SQLException {
    String name = "test_" + ++count;
    execute("CREATE DATABASE %s TEMPLATE %s".formatted(name, GeneratedData.DATABASE));
    return new TestDatabase(source(name), () -> drop(name));
  }

  private void drop(String name) {
    try {
      execute("DROP DATABASE " + name + " WITH (FORCE)");
    } catch (SQLException e) {
      throw new BenchFailure("database " + name + " cannot be dropped: " + e.getMessage(), e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = source(SUPERUSER).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private PGSimpleDataSource source(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL("jdbc:postgresql://%s:%d/%s".formatted(server.host(), server.port(), database));
    source.setUser(SUPERUSER);
    source.setPassword(server.password());
    return source;
  }

  @Override
  public void close() {
    server.close();
  }
}
