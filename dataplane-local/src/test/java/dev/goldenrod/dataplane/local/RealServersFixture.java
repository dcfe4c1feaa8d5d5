package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A control plane with real database servers. */
abstract class RealServersFixture {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @TempDir static Path dataDir;
  static LocalDataPlane plane;
  static ControlPlane control;
  static Actor ada;

  @BeforeAll
  static void open() throws IOException {
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
    CachedMySql.installInto(dataDir);
    plane = LocalDataPlane.open(TestOptions.of(dataDir));
    control =
        ControlPlane.builder()
            .store(new InMemoryStore())
            .dataPlane(plane)
            .serverName("one")
            .build();
    ada = control.admin();
    control.start();
  }

  @AfterAll
  static void take_all_away() {
    control.close();
    plane.close();
    LocalDataPlane.purge(dataDir);
  }

  @AfterEach
  void delete_the_databases() {
    control.databases().list(ada).forEach(one -> control.databases().delete(ada, one.name(), true));
    await().atMost(PATIENCE).until(() -> control.databases().list(ada).isEmpty());
  }

  static void create(String name) throws Exception {
    create(name, DatabaseType.POSTGRESQL, "15");
  }

  static void create(String name, DatabaseType type, String version) throws Exception {
    control.databases().create(ada, new Create(name, type, version, DatabaseConfig.DEFAULT));
    settled(name);
  }

  static void branch(String parent, String name) throws Exception {
    control.databases().branch(ada, parent, new Branch(name, ""));
    settled(name);
  }

  static void settled(String name) throws Exception {
    Database database = control.databases().awaitSettled(ada, name, PATIENCE).get();
    assertThat(database.phase()).as(database.status().message()).isEqualTo(DatabasePhase.RUNNING);
  }

  static String changes(String branch) {
    return control.schemas().changes(ada, branch).join();
  }

  static Credentials login(String name) {
    return control.databases().credentials(ada, control.databases().find(ada, name));
  }

  static void execute(String name, String sql) throws SQLException {
    try (Connection connection = connect(login(name));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Executes all statements in one session. */
  static void executeEach(String name, String... statements) throws SQLException {
    try (Connection connection = connect(login(name));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static String query(String name, String sql) throws SQLException {
    return query(login(name), sql);
  }

  static String query(Credentials login, String sql) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  static Connection connect(Credentials login) throws SQLException {
    boolean isMySql = login.uri().startsWith("mysql:");
    String url =
        "jdbc:%s://%s:%d/%s%s"
            .formatted(
                isMySql ? "mariadb" : "postgresql",
                login.host(),
                login.port(),
                login.dbname(),
                isMySql ? "?sslMode=trust" : "");
    return DriverManager.getConnection(url, login.username(), login.password());
  }
}
