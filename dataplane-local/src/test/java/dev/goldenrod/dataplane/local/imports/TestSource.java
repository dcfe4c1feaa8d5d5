package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.Templates;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.source.SourceConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A PostgreSQL server to import from. */
final class TestSource implements AutoCloseable {
  static final String PASSWORD = "sourcé:s3cret\\";
  static final String USER = "postgres";

  private static final Templates TEMPLATES = new Templates();

  private final TestPostgres server;
  private final DataVolume volume;
  private final int port = Ports.anyFree();

  TestSource(Installation home, RunAs runAs, Path folder) throws IOException {
    this(home, runAs, folder, Map.of());
  }

  TestSource(Installation home, RunAs runAs, Path folder, Map<String, String> settings)
      throws IOException {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("fsync", "off");
    all.put("autovacuum", "off");
    volume = DataVolume.make(folder.resolve("source"), runAs);
    TEMPLATES.copy(
        home + " of " + runAs.userName(),
        template -> initdb(home, DataVolume.make(template, runAs), runAs),
        volume.root());
    server = TestPostgres.open(home, volume, folder.resolve("source.log"), port, all, runAs);
    server.start();
  }

  private static void initdb(Installation home, DataVolume volume, RunAs runAs) {
    try {
      Path password = Files.writeString(volume.root().resolveSibling("pw"), PASSWORD);
      runAs.chown(password);
      Tool.run(
          runAs.command(
              List.of(
                  home.program("initdb").orElseThrow().toString(),
                  "--pgdata=" + volume.data(),
                  "--username=" + USER,
                  "--pwfile=" + password,
                  "--auth=scram-sha-256",
                  "--encoding=UTF8",
                  "--locale=C.UTF-8",
                  "--no-sync")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates the database and runs the script from the test resources in it. */
  void create(String database, String script) throws SQLException, IOException {
    execute("postgres", "CREATE DATABASE " + Sql.name(database));
    run(database, script);
  }

  /** Runs the script from the test resources in the database. */
  void run(String database, String script) throws SQLException, IOException {
    try (var input =
        Objects.requireNonNull(TestSource.class.getResourceAsStream("/imports/" + script))) {
      execute(database, new String(input.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  void execute(String database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Creates a user with read access who logs in with the authentication method. */
  void createUser(String name, String password, String method) throws SQLException, IOException {
    execute(
        "postgres",
        "SET password_encryption = '%s'; CREATE ROLE %s LOGIN PASSWORD '%s'; GRANT pg_read_all_data TO %s"
            .formatted(method.equals("md5") ? "md5" : "scram-sha-256", name, password, name));
    Path rules = volume.conf().resolve("pg_hba.conf");
    String rule = "host all %s %s/32 %s\n".formatted(name, TestPostgres.LOOPBACK, method);
    Files.writeString(rules, rule + Files.readString(rules));
    String before = query("SELECT pg_conf_load_time()");
    execute("postgres", "SELECT pg_reload_conf()");
    ImportEnvironment.await().until(this::loadTime, time -> !time.equals(before));
  }

  private String loadTime() {
    try {
      return query("SELECT pg_conf_load_time()");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String query(String sql) throws SQLException {
    try (Connection connection = connect("postgres")) {
      return Sql.texts(connection, sql).get(0);
    }
  }

  Connection connect(String database) throws SQLException {
    return server.connect(database, USER, PASSWORD);
  }

  Connection connect(String database, String user, String password) throws SQLException {
    return server.connect(database, user, password);
  }

  SourceConnection connection(String database) {
    return new SourceConnection(TestPostgres.LOOPBACK, port, database, USER, "", "source");
  }

  Path data() {
    return volume.data();
  }

  @Override
  public void close() {
    server.stop(Duration.ofSeconds(30));
  }
}
