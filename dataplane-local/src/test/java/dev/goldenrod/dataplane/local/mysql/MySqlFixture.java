package dev.goldenrod.dataplane.local.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.LocalOptions;
import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
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
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A data plane with a real MySQL, and everything gone after {@link #close}. */
final class MySqlFixture implements AutoCloseable {
  private static final String DEFAULTS = "--defaults-file=";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path dataDir;
  private LocalDataPlane plane;

  MySqlFixture(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    dataDir = folder.resolve("data");
    CachedMySql.installInto(dataDir);
    plane = LocalDataPlane.open(LocalOptions.of(dataDir));
  }

  LocalDataPlane plane() {
    return plane;
  }

  /** The folder of all that the data plane keeps. */
  Path root() {
    return dataDir.resolve("local");
  }

  /** As after a kill of the server: nothing was stopped, another object begins. */
  void restart() {
    plane.close();
    plane = LocalDataPlane.open(LocalOptions.of(dataDir));
  }

  static DatabaseSpec blank() {
    return from(new Origin.Blank(MySqlEngine.TYPE, CachedMySql.RELEASE));
  }

  static DatabaseSpec branchOf(DatabaseSpec parent) {
    return from(new Origin.Database(parent.id()));
  }

  /** Of a snapshot that is taken now. */
  DatabaseSpec ofSnapshot(DatabaseSpec parent) {
    UUID snapshot = UUID.randomUUID();
    plane.snapshots().ensure(snapshot, parent.id());
    await("snapshot is READY")
        .until(
            () -> plane.snapshots().observe(snapshot).state(),
            state -> state == SnapshotObservation.State.READY);
    return from(new Origin.Snapshot(snapshot));
  }

  private static DatabaseSpec from(Origin origin) {
    return DatabaseSpec.of(UUID.randomUUID(), "test", origin, InstanceSize.SMALL.resources());
  }

  /** A new database that runs. */
  DatabaseSpec ready() {
    DatabaseSpec spec = blank();
    ready(spec);
    return spec;
  }

  DatabaseObservation ready(DatabaseSpec spec) {
    plane.databases().ensure(spec);
    return await(spec, DatabaseState.READY);
  }

  void stopped(DatabaseSpec spec) {
    plane.databases().ensure(spec.stopped());
    await(spec, DatabaseState.STOPPED);
  }

  void removed(DatabaseSpec spec) {
    plane.databases().remove(spec.id());
    await(spec, DatabaseState.ABSENT);
  }

  DatabaseObservation await(DatabaseSpec spec, DatabaseState state) {
    return await("database is " + state)
        .until(() -> plane.databases().observe(spec.id()), seen -> seen.state() == state);
  }

  Credentials login(DatabaseSpec spec) {
    return plane.databases().credentials(spec.id()).orElseThrow();
  }

  Connection connect(DatabaseSpec spec) throws SQLException {
    return connect(login(spec), "sslMode=trust");
  }

  static Connection connect(Credentials login, String options) throws SQLException {
    String url =
        "jdbc:mariadb://%s:%d/%s?%s".formatted(login.host(), login.port(), login.dbname(), options);
    return DriverManager.getConnection(url, login.username(), login.password());
  }

  void execute(DatabaseSpec spec, String... statements) throws SQLException {
    try (Connection connection = connect(spec);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  String query(DatabaseSpec spec, String sql) throws SQLException {
    try (Connection connection = connect(spec);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  /** The database's server process. */
  Optional<ProcessHandle> server(DatabaseSpec spec) {
    return ProcessHandle.allProcesses()
        .filter(process -> configuration(process).filter(conf -> isOf(spec, conf)).isPresent())
        .findFirst();
  }

  /** The folder of the configuration that the database's server was started with. */
  Path configuration(DatabaseSpec spec) {
    return server(spec).flatMap(MySqlFixture::configuration).orElseThrow();
  }

  /** What the database's server logs to. */
  Path log(DatabaseSpec spec) {
    return root().resolve("clones/" + spec.id() + "/log");
  }

  private static Optional<Path> configuration(ProcessHandle process) {
    return Stream.of(process.info().arguments().orElse(new String[0]))
        .filter(argument -> argument.startsWith(DEFAULTS))
        .map(argument -> Path.of(argument.substring(DEFAULTS.length())).getParent())
        .findFirst();
  }

  /** No two databases of the machine have the same port. */
  private boolean isOf(DatabaseSpec spec, Path configuration) {
    try {
      String port = Files.readString(configuration.resolve("port")).strip();
      return port.equals(Integer.toString(login(spec).port()));
    } catch (IOException gone) {
      return false;
    }
  }

  /** Waits for a condition for as long as a real server may take. */
  static ConditionFactory await(String what) {
    return Awaitility.await(what)
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(5))
        .atMost(PATIENCE);
  }

  @Override
  public void close() {
    try {
      Set<UUID> left = plane.inventory().databases();
      left.forEach(plane.databases()::remove);
      await("no database is left").until(() -> plane.inventory().databases(), Set::isEmpty);
    } finally {
      plane.close();
      LocalDataPlane.purge(dataDir);
    }
  }
}
