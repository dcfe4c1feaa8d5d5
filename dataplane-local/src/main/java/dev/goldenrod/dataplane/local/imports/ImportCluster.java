package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresInstallation;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.PostgresServer;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.dataplane.local.postgres.ServerSpec;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The running server of a golden that is being made; closing stops it cleanly. */
final class ImportCluster implements AutoCloseable {
  private static final int ATTEMPTS = 5;
  private static final Duration STOP_PATIENCE = Duration.ofMinutes(10);

  private final PostgresServer server;
  private final int port;
  private final PostgresVolume volume;
  private final RunAs user;
  private final RunAs atRest;

  private ImportCluster(
      PostgresServer server, int port, PostgresVolume volume, RunAs user, RunAs atRest) {
    this.server = server;
    this.port = port;
    this.volume = volume;
    this.user = user;
    this.atRest = atRest;
  }

  /** Settings for a load that is done anew when the machine goes down in the middle. */
  static Map<String, String> loading() {
    Map<String, String> settings = new TreeMap<>(quiet());
    settings.put("fsync", "off");
    settings.put("full_page_writes", "off");
    settings.put("synchronous_commit", "off");
    return settings;
  }

  /** Settings for work that has to survive a crash of the machine. */
  static Map<String, String> quiet() {
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
        Map.entry("wal_level", "minimal"));
  }

  /**
   * Starts the server on a port that is free.
   *
   * @throws DataPlaneException when it does not start
   */
  static ImportCluster start(
      PostgresInstallation home,
      PostgresVolume volume,
      Path log,
      Map<String, String> settings,
      ImportContext context,
      BooleanSupplier cancelled) {
    for (int attempt = 1; ; attempt++) {
      int port = freePort();
      ServerSpec spec = new ServerSpec(home, volume, log, ServerSpec.LOOPBACK, port, settings);
      // What a source makes its server run reaches no other import's files.
      RunAs user = context.users().forPort(port);
      lend(volume, user);
      ImportCluster cluster =
          new ImportCluster(new PostgresServer(spec, user), port, volume, user, context.runAs());
      try {
        cluster.server.start(cancelled);
        return cluster;
      } catch (DataPlaneException e) {
        cluster.server.abort();
        cluster.takeBack();
        // Between being found free and being listened on, a port may go to someone else.
        if (attempt == ATTEMPTS || !String.valueOf(e.getMessage()).contains("could not bind")) {
          throw e;
        }
      }
    }
  }

  /** Logs in as the superuser. */
  Connection connectAsAdmin(String database) throws SQLException {
    return server.connectAsAdmin(database);
  }

  /** Logs in as the clones' role. */
  Connection connectAsRole(String database, String password) throws SQLException {
    return server.connect(database, AdminRole.CLONE_ROLE, password);
  }

  Map<String, String> parameters(String database, String user) {
    return Map.of(
        "host",
        ServerSpec.LOOPBACK,
        "port",
        Integer.toString(port),
        "dbname",
        database,
        "user",
        user,
        "sslmode",
        "disable");
  }

  /** Stops the server cleanly: all is written. */
  @Override
  public void close() {
    server.stop(STOP_PATIENCE);
    takeBack();
  }

  private void takeBack() {
    user.killAll();
    lend(volume, atRest);
  }

  private static void lend(PostgresVolume volume, RunAs user) {
    user.letPass(volume.root());
    user.chownTree(volume.data());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new DataPlaneException("no free port on the loopback interface: " + e.getMessage(), e);
    }
  }
}
