package dev.goldenrod.server.demo;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineProcess;
import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A temporary PostgreSQL server with one database and its owner, on a free loopback port. */
public final class ScratchPostgres implements AutoCloseable {
  private static final String LOOPBACK = EngineServerFactory.LOOPBACK;
  private static final String SUPERUSER = "postgres";
  private static final int MEMORY_MIB = 256;
  private static final Duration STOP_PATIENCE = Duration.ofMinutes(1);

  private final LocalRoot root;
  private final DataVolume volume;
  private final EngineProcess server;
  private final String database;
  private final int port;
  private final String password;

  private ScratchPostgres(
      LocalRoot root, DataVolume volume, EngineProcess server, String database, int port) {
    this.root = root;
    this.volume = volume;
    this.server = server;
    this.database = database;
    this.port = port;
    this.password = randomHex();
  }

  /**
   * @param root an empty root for this server alone
   * @param database name of the database and of its owner
   * @param settings additional lines of the configuration
   */
  public static ScratchPostgres start(
      Installation home,
      RunAs runAs,
      LocalRoot root,
      String database,
      Map<String, String> settings) {
    DataVolume volume = DataVolume.make(root.path().resolve("postgres"), runAs);
    int port = Ports.anyFree();
    Path log = root.path().resolve("postgres.log");
    ServerContext context =
        new ServerContext(
            "goldenrod-demo",
            new DatabaseInfo(PostgresEngine.TYPE, home.release(), database, database, Map.of()),
            volume,
            program -> home.bin().resolve(program).toString(),
            volume.data(),
            volume.conf(),
            List.of(LOOPBACK),
            port,
            new Resources(MEMORY_MIB, 0, 0),
            Files.isDirectory(Path.of("/proc/self")),
            Optional.empty());
    EngineProcess server =
        new EngineProcess(PostgresEngine.openServer(context, settings), volume, log, port, runAs);
    ScratchPostgres postgres = new ScratchPostgres(root, volume, server, database, port);
    postgres.initialise(home, runAs);
    return postgres;
  }

  /** Kills processes that an earlier run left in the root, and keeps their files. */
  public static void endRemains(LocalRoot root) {
    Processes.killAll(root.path(), STOP_PATIENCE);
    root.purge();
  }

  public String host() {
    return LOOPBACK;
  }

  public int port() {
    return port;
  }

  public String database() {
    return database;
  }

  public String password() {
    return password;
  }

  /** Returns the connection URI, password included. */
  public String uri() {
    return "postgresql://%s:%s@%s:%d/%s".formatted(database, password, host(), port, database);
  }

  /** Returns the data directory, which others may use only while the server is stopped. */
  public Path data() {
    return volume.data();
  }

  /** Connects as the database's owner. */
  public Connection connect() throws SQLException {
    return PostgresLogin.open(port, database, database, password);
  }

  public void resume() {
    server.start(() -> false);
  }

  /** Stops the server cleanly and keeps its data. */
  public void stop() {
    server.stop(STOP_PATIENCE);
  }

  /** Kills the server; the caller has to delete its files. */
  @Override
  public void close() {
    server.abort();
    root.purge();
  }

  private void initialise(Installation home, RunAs runAs) {
    try {
      Path secret = root.path().resolve("password");
      Files.writeString(secret, password);
      runAs.chown(secret);
      Tool.run(
          runAs.command(
              List.of(
                  home.bin().resolve("initdb").toString(),
                  "--pgdata=" + volume.data(),
                  "--username=" + SUPERUSER,
                  "--pwfile=" + secret,
                  "--auth=scram-sha-256",
                  "--encoding=UTF8",
                  "--locale=C",
                  "--no-sync")));
      Files.delete(secret);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare a database in " + root.path(), e);
    }
    server.start(() -> false);
    createDatabase();
  }

  private void createDatabase() {
    try (Connection connection = PostgresLogin.open(port, "postgres", SUPERUSER, password);
        Statement statement = connection.createStatement()) {
      // The password consists of hexadecimal digits and needs no quoting.
      statement.execute("CREATE ROLE " + database + " LOGIN PASSWORD '" + password + "'");
      statement.execute("CREATE DATABASE " + database + " OWNER " + database);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create the database " + database, e);
    }
  }

  private static String randomHex() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
