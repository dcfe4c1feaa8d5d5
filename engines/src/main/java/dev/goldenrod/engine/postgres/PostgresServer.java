package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.OnlineBackup;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.SortOrders;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class PostgresServer implements EngineServer {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);
  private static final int STATUS_LINE = 7;
  private static final String READY = "ready";

  /** Bytes of WAL that a server on a copy would replay. */
  private static final String UNWRITTEN =
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) FROM pg_control_checkpoint()";

  /** Bytes of WAL that are replayed faster than a checkpoint takes. */
  private static final long SOON_RECOVERED = 1L << 20;

  /** Writes an empty message; its commit waits for the disk and so for all earlier commits. */
  static final String FLUSH =
      "SET synchronous_commit = local; SELECT pg_logical_emit_message(true, 'goldenrod', '')";

  private static final String SCRIPT_SEARCH_PATH = "SET search_path = public";

  private static final String BEYOND_CLIENTS =
      """
      SELECT rolname FROM pg_catalog.pg_roles r
      WHERE (rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls
          OR rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'))
        AND pg_catalog.pg_has_role(CAST(? AS name), r.oid, 'MEMBER')
      """;

  private static final String LOOPBACK_TAKEN = "could not bind IPv4 address \"127.0.0.1\"";

  private final ServerContext context;
  private final DatabaseInfo info;
  private final ClientLogin client;
  private final LoginPasswords passwords;
  private final ServerConfiguration configuration;

  PostgresServer(ServerContext context, Map<String, String> settings, List<String> logins) {
    this.context = context;
    this.info = context.info();
    this.client = new ClientLogin(info, context.files(), context.tls().isPresent());
    this.passwords = new LoginPasswords(context, client);
    this.configuration = new ServerConfiguration(context, settings, logins);
  }

  @Override
  public Login login() {
    return new Login(PostgresEngine.SCHEME, info.database(), info.user());
  }

  @Override
  public Map<String, String> configuration() {
    return configuration.texts();
  }

  @Override
  public List<String> command() {
    return List.of(
        context.program().apply("postgres"),
        "-D",
        context.data().toString(),
        "-c",
        "config_file=" + configuration.main());
  }

  /** ALTER SYSTEM writes this file; it comes with imported and copied data. */
  @Override
  public List<String> overrides() {
    return List.of("postgresql.auto.conf");
  }

  @Override
  public String pidFile() {
    return "postmaster.pid";
  }

  @Override
  public boolean isReady(List<String> pidFile, BooleanSupplier isPortOpen) {
    return pidFile.size() > STATUS_LINE && pidFile.get(STATUS_LINE).strip().equals(READY);
  }

  @Override
  public Optional<String> readyLine() {
    return Optional.of(READY);
  }

  @Override
  public List<String> healthCheckCommand(int port) {
    String program = context.program().apply("pg_isready");
    // Any other user would leave a refused login in the server's log each time.
    return List.of(
        program,
        "-q",
        "-h",
        "127.0.0.1",
        "-p",
        Integer.toString(port),
        "-U",
        PostgresLogin.ADMIN,
        "-t",
        "5");
  }

  /** PostgreSQL starts if it can listen on one of several addresses. */
  @Override
  public boolean failedToBindLoopback(String log) {
    return log.contains(LOOPBACK_TAKEN);
  }

  @Override
  public StopSignal stopSignal() {
    return StopSignal.INT;
  }

  @Override
  public StopSignal abortSignal() {
    return StopSignal.QUIT;
  }

  @Override
  public void precomputeLogin(String password) {
    passwords.precompute(password);
  }

  @Override
  public Optional<Runnable> writeLogin(String password, Function<String, Path> data) {
    return passwords.write(password, data);
  }

  @Override
  public Runnable ensureLogin(int port, String password, boolean isNew) {
    return passwords.ensure(port, password, isNew);
  }

  @Override
  public boolean isLoginUnfinished() {
    return passwords.areUnfinished();
  }

  @Override
  public void resetLogin(int port, String password) {
    passwords.reset(port, password);
  }

  @Override
  public Optional<String> loginProblem(int port, String password) {
    return client.problem(port, password);
  }

  @Override
  public void checkpoint(int port) {
    try (Connection admin = openAsAdmin(port)) {
      checkpoint(admin);
    } catch (SQLException e) {
      throw new DataPlaneException("the checkpoint failed: " + e.getMessage(), e);
    }
  }

  private static void checkpoint(Connection admin) throws SQLException {
    if (Sql.number(admin, UNWRITTEN) > SOON_RECOVERED) {
      Sql.run(admin, "CHECKPOINT");
    }
  }

  /** With synchronous_commit off, a commit may reach the disk 600 ms after its acknowledgment. */
  @Override
  public void writeOut(int port) {
    try (Connection admin = openAsAdmin(port)) {
      tryCheckpoint(admin);
      Sql.run(admin, FLUSH);
    } catch (SQLException e) {
      throw new DataPlaneException(
          "the server cannot write committed data to disk: " + e.getMessage(), e);
    }
  }

  private void tryCheckpoint(Connection admin) {
    try {
      checkpoint(admin);
    } catch (SQLException e) {
      LOG.debug(
          "{}: no checkpoint before a copy, whose first start recovers more", context.name(), e);
    }
  }

  @Override
  public void reloadTls(int port) {
    try (Connection admin = openAsAdmin(port)) {
      Sql.run(admin, "SELECT pg_catalog.pg_reload_conf()");
    } catch (SQLException e) {
      throw new DataPlaneException(
          "the server does not accept the new certificate: " + e.getMessage(), e);
    }
  }

  private Connection openAsAdmin(int port) throws SQLException {
    return openAsAdmin(port, PostgresLogin.ADMINISTRATION);
  }

  private Connection openAsAdmin(int port, String database) throws SQLException {
    return PostgresLogin.openAsAdmin(port, database, PostgresEngine.major(info), context.files());
  }

  @Override
  public Optional<OnlineBackup> onlineBackup() {
    return Optional.of(new PostgresBackup(context, PostgresEngine.major(info)));
  }

  @Override
  public void administer(int port, String statements) {
    try (Connection admin = openAsAdmin(port, info.database())) {
      runScript(admin, statements);
    } catch (SQLException e) {
      throw new DataPlaneException("the administrator cannot log in: " + e.getMessage(), e);
    }
  }

  /** Throws if the client role gains privileges beyond the database. */
  private void runScript(Connection admin, String script) {
    try {
      Sql.run(admin, SCRIPT_SEARCH_PATH);
      Sql.run(admin, script);
      List<String> got = Sql.texts(admin, BEYOND_CLIENTS, info.user());
      if (!got.isEmpty()) {
        throw new DataPlaneException(
            "the administrator's script grants user '%s' the rights of %s, which reach beyond the database; grant fewer rights"
                .formatted(info.user(), String.join(", ", got)));
      }
    } catch (SQLException e) {
      throw new DataPlaneException("the administrator's script failed: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<SortOrders> sortOrders() {
    return Optional.of(new PostgresSortOrders(context, command()));
  }

  @Override
  public LiveSchema schema(
      int port,
      String password,
      ToolRunner tools,
      UnaryOperator<String> program,
      Deadline deadline) {
    loginProblem(port, password)
        .ifPresent(
            problem -> {
              throw new DataPlaneException(problem);
            });
    return new PostgresSchema(context, port, password, tools, program, deadline);
  }
}
