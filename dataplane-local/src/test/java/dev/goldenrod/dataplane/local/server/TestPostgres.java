package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Distribution.Product;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A PostgreSQL server on a test's volume. */
public final class TestPostgres {
  public static final String LOOPBACK = EngineServerFactory.LOOPBACK;

  /** The location of Debian's packages. */
  public static final Installation HOME =
      new Installation(
          PostgresEngine.TYPE,
          "15",
          new Product("PostgreSQL", "15", "15"),
          List.of(Path.of("/usr/lib/postgresql/15/bin")),
          true,
          Origin.INSTALLED);

  private final DataVolume volume;
  private final int port;
  private final int major;
  private final EngineServer server;
  private final EngineProcess process;

  private TestPostgres(
      ServerContext context, DataVolume volume, EngineServer server, Path log, RunAs runAs) {
    this.volume = volume;
    this.port = context.port();
    this.major = Integer.parseInt(context.info().release());
    this.server = server;
    this.process = new EngineProcess(server, volume, log, port, runAs);
  }

  /** Returns a server that the clones' role and the superuser may log in to. */
  public static TestPostgres of(
      Installation home,
      DataVolume volume,
      Path log,
      List<String> addresses,
      int port,
      Map<String, String> settings,
      RunAs runAs) {
    ServerContext context = context(home, volume, addresses, port);
    return new TestPostgres(
        context, volume, PostgresEngine.loadingServer(context, settings), log, runAs);
  }

  /** Returns a server on loopback that every role with a password may log in to. */
  public static TestPostgres open(
      Installation home,
      DataVolume volume,
      Path log,
      int port,
      Map<String, String> settings,
      RunAs runAs) {
    ServerContext context = context(home, volume, List.of(LOOPBACK), port);
    return new TestPostgres(
        context, volume, PostgresEngine.openServer(context, settings), log, runAs);
  }

  public static TestPostgres ofClone(
      Installation home, DataVolume volume, Path log, int port, Resources resources, RunAs runAs) {
    ServerContext context =
        context(home, volume, volume.info(), List.of(LOOPBACK), port, resources);
    return new TestPostgres(context, volume, new PostgresEngine().server(context), log, runAs);
  }

  public static EngineServerFactory servers(Installations installations, EngineUsers users) {
    return new EngineServerFactory(
        List.of(new PostgresEngine()),
        (type, release) ->
            program -> installations.server(type, release).bin().resolve(program).toString(),
        users,
        LOOPBACK);
  }

  private static ServerContext context(
      Installation home, DataVolume volume, List<String> addresses, int port) {
    DatabaseInfo info =
        new DatabaseInfo(
            PostgresEngine.TYPE,
            home.release(),
            TestPostgresCluster.DATABASE,
            PostgresLogin.CLONE_ROLE,
            Map.of());
    return context(home, volume, info, addresses, port, new Resources(256, 0, 0));
  }

  private static ServerContext context(
      Installation home,
      DataVolume volume,
      DatabaseInfo info,
      List<String> addresses,
      int port,
      Resources resources) {
    return new ServerContext(
        "test",
        info,
        volume,
        program -> home.bin().resolve(program).toString(),
        volume.data(),
        volume.conf(),
        addresses,
        port,
        resources,
        true,
        Optional.empty());
  }

  public EngineServer engineServer() {
    return server;
  }

  public ProcessHandle start() {
    return process.start(() -> false);
  }

  public Optional<ProcessHandle> process() {
    return process.process();
  }

  public void stop(Duration patience) {
    process.stop(patience);
  }

  public void abort() {
    process.abort();
  }

  public Connection connect(String database, String user, String password) throws SQLException {
    return PostgresLogin.open(port, database, user, password);
  }

  public Connection connectAsAdmin(String database) throws SQLException {
    return PostgresLogin.openAsAdmin(port, database, major, volume);
  }
}
