package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerRunner.Running;
import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** The running server of a golden that is being made; closing stops it cleanly. */
public final class ImportServer implements AutoCloseable {
  /** What is done with the running server. */
  public interface Work<T> {
    T with(ImportServer server) throws SQLException;
  }

  private final Running server;
  private final PrivateFiles files;
  private final int major;

  private ImportServer(Running server, PrivateFiles files, int major) {
    this.server = server;
    this.files = files;
    this.major = major;
  }

  /** Settings for a load that is done anew when the machine goes down in the middle. */
  public static Map<String, String> loading() {
    Map<String, String> settings = new TreeMap<>(quiet());
    settings.put("fsync", "off");
    settings.put("full_page_writes", "off");
    settings.put("synchronous_commit", "off");
    return settings;
  }

  /** Settings for work that has to survive a crash of the machine. */
  public static Map<String, String> quiet() {
    return Map.ofEntries(
        Map.entry("autovacuum", "off"),
        Map.entry("checkpoint_timeout", "1h"),
        Map.entry("maintenance_work_mem", "256MB"),
        Map.entry("max_connections", "50"),
        Map.entry("max_logical_replication_workers", "0"),
        Map.entry("max_wal_senders", "0"),
        Map.entry("max_wal_size", "4GB"),
        Map.entry("shared_buffers", "128MB"),
        Map.entry("statement_timeout", "0"),
        // Each clone copies the last segment, or what of it is no hole.
        Map.entry("wal_init_zero", "off"),
        Map.entry("wal_level", "minimal"),
        Map.entry("wal_recycle", "off"));
  }

  /**
   * Starts the server.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it does not start
   */
  public static ImportServer start(Preparation cluster, Map<String, String> settings) {
    DatabaseInfo info =
        new DatabaseInfo(
            PostgresEngine.TYPE, cluster.release(), "", AdminRole.CLONE_ROLE, Map.of());
    Running server =
        cluster.servers().start(info, context -> PostgresEngine.loadingServer(context, settings));
    return new ImportServer(server, cluster.files(), Integer.parseInt(cluster.release()));
  }

  /**
   * Does the work with a running server, and stops it cleanly: all is written then. Whose work did
   * not come to its end, that server is left to what runs it.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it does not start, or as the work does
   */
  public static <T> T during(Preparation cluster, Map<String, String> settings, Work<T> work)
      throws SQLException {
    ImportServer server = start(cluster, settings);
    T result;
    try {
      result = work.with(server);
    } catch (SQLException | RuntimeException | Error e) {
      server.leave(e);
      throw e;
    }
    server.close();
    return result;
  }

  private void leave(Throwable reason) {
    try {
      server.leave().run();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /** Logs in as the superuser. */
  public Connection connectAsAdmin(String database) throws SQLException {
    return PostgresLogin.openAsAdmin(server.port(), database, files);
  }

  /** What goes with the data that is being made. */
  PrivateFiles files() {
    return files;
  }

  /** Logs in as the clones' role. */
  Connection connectAsRole(String database, String password) throws SQLException {
    return PostgresLogin.openAsRole(server.port(), database, AdminRole.CLONE_ROLE, password, false);
  }

  /** What tools that log in as the clones' role say of their sessions. */
  SessionSettings settings() {
    return SessionSettings.OF_ROLE.on(major);
  }

  /** How libpq's tools reach it. */
  Map<String, String> parameters(String database, String user) {
    return new TreeMap<>(
        Map.of(
            "host",
            PostgresLogin.LOOPBACK,
            "port",
            Integer.toString(server.portForTools()),
            "dbname",
            database,
            "user",
            user,
            "sslmode",
            "disable"));
  }

  /** Begins a new segment of WAL, to be called last: it stays almost empty. */
  public static void beginSegment(Connection admin) throws SQLException {
    Sql.texts(admin, "SELECT pg_catalog.pg_switch_wal()");
  }

  /** Stops the server cleanly: all is written. */
  @Override
  public void close() {
    server.close();
  }
}
