package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerRunner.Running;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.ReplaceableVerifiers;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** The running server of a golden that is being imported. Closing it shuts it down cleanly. */
public final class ImportServer implements AutoCloseable {
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

  /** Returns settings for a load that starts again if the machine fails. */
  public static Map<String, String> loadSettings() {
    Map<String, String> settings = new TreeMap<>(durableSettings());
    settings.put("fsync", "off");
    settings.put("full_page_writes", "off");
    settings.put("synchronous_commit", "off");
    return settings;
  }

  /** Returns settings for work that must survive a crash of the machine. */
  public static Map<String, String> durableSettings() {
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
        // Each clone copies the last segment, except for its holes.
        Map.entry("wal_init_zero", "off"),
        Map.entry("wal_level", "minimal"),
        Map.entry("wal_recycle", "off"));
  }

  /**
   * Starts the server.
   *
   * @throws dev.goldenrod.port.DataPlaneException if it does not start
   */
  public static ImportServer start(DataDirectoryContext cluster, Map<String, String> settings) {
    DatabaseInfo info = info(cluster.release(), "");
    Running server =
        cluster.servers().start(info, context -> PostgresEngine.loadingServer(context, settings));
    return new ImportServer(server, cluster.files(), Integer.parseInt(cluster.release()));
  }

  private static DatabaseInfo info(String release, String database) {
    return new DatabaseInfo(
        PostgresEngine.TYPE, release, database, PostgresLogin.CLONE_ROLE, Map.of());
  }

  /**
   * Runs the work with a server and shuts it down cleanly, so that all is on disk. After an
   * exception, {@code Running.onInterrupt} decides whether the server continues to run.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the server does not start, or as the work does
   */
  public static <T> T during(
      DataDirectoryContext cluster, Map<String, String> settings, Work<T> work)
      throws SQLException {
    ImportServer server = start(cluster, settings);
    T result;
    try {
      result = work.with(server);
    } catch (SQLException | RuntimeException | Error e) {
      server.interrupted(e);
      throw e;
    }
    server.close();
    return result;
  }

  private void interrupted(Throwable reason) {
    try {
      server.onInterrupt().run();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  public Connection connectAsAdmin(String database) throws SQLException {
    return PostgresLogin.openAsAdmin(server.port(), database, major, files);
  }

  PrivateFiles files() {
    return files;
  }

  Connection connectAsRole(String database, String password) throws SQLException {
    DatabaseInfo info = info(Integer.toString(major), database);
    return PostgresLogin.openAsRole(server.port(), info, password, false);
  }

  /** Returns the session settings for tools that log in as the clones' role. */
  SessionSettings settings() {
    return SessionSettings.OF_ROLE.on(major);
  }

  /** Returns the connection parameters for libpq's tools that log in as the clones' role. */
  Map<String, String> parameters(String database) {
    Map<String, String> parameters =
        LibpqService.loopback(server.portForTools(), database, PostgresLogin.CLONE_ROLE);
    parameters.put("sslmode", "disable");
    return parameters;
  }

  /** Ends the work on roles; see {@link ReplaceableVerifiers#prepare}. */
  public void prepareLogins(Connection admin) throws SQLException {
    ReplaceableVerifiers.prepare(admin, files);
  }

  /** Starts a new WAL segment, which stays almost empty if this is the last call. */
  public static void beginSegment(Connection admin) throws SQLException {
    Sql.texts(admin, "SELECT pg_catalog.pg_switch_wal()");
  }

  @Override
  public void close() {
    server.close();
  }
}
