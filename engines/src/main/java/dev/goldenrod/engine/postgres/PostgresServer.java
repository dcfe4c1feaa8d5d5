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
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL server. */
final class PostgresServer implements EngineServer {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);
  private static final String ADMINISTRATION = "template1";
  private static final int STATUS_LINE = 7;
  private static final String READY = "ready";

  /** Bytes of WAL that a server on a copy would replay. */
  private static final String UNWRITTEN =
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) FROM pg_control_checkpoint()";

  /** Bytes of WAL that are replayed in less time than a checkpoint takes. */
  private static final long SOON_RECOVERED = 1L << 20;

  /** A client can hold the rows of its role and database for as long as it likes. */
  private static final String LOCKS_HELD_BY_CLIENTS = "SET lock_timeout = '10s';";

  /** The message says nothing; its commit waits for the disk, and so for all commits before it. */
  private static final String FLUSH =
      "SET synchronous_commit = local; SELECT pg_logical_emit_message(true, 'goldenrod', '')";

  private static final String LOOPBACK_TAKEN = "could not bind IPv4 address \"127.0.0.1\"";

  private final ServerContext context;
  private final DatabaseInfo info;
  private final ClientLogin client;
  private final ServerConfiguration configuration;

  /** Takes thousands of rounds of hashing, which cost as much time as a login. */
  private volatile @Nullable String verifier;

  PostgresServer(ServerContext context, Map<String, String> settings, List<String> logins) {
    this.context = context;
    this.info = context.info();
    this.client = new ClientLogin(info, context.files());
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

  /** ALTER SYSTEM wrote it where the data came from. */
  @Override
  public List<String> overrides() {
    return List.of("postgresql.auto.conf");
  }

  @Override
  public String pidFile() {
    return "postmaster.pid";
  }

  @Override
  public boolean isReady(List<String> pidFile, BooleanSupplier isListened) {
    return pidFile.size() > STATUS_LINE && pidFile.get(STATUS_LINE).strip().equals(READY);
  }

  @Override
  public Optional<String> readyLine() {
    return Optional.of(READY);
  }

  @Override
  public List<String> answerCommand(int port) {
    String program = context.program().apply("pg_isready");
    // For any other user the server's log would have a refusal each time.
    return List.of(
        program,
        "-q",
        "-h",
        "127.0.0.1",
        "-p",
        Integer.toString(port),
        "-U",
        AdminRole.NAME,
        "-t",
        "5");
  }

  /** PostgreSQL is content with one address of several. */
  @Override
  public boolean missesLoopback(String log) {
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
  public void prepareLogin(String password) {
    verifier = ScramVerifier.of(password);
    AdminRole.successor(context.files());
  }

  @Override
  public Runnable ensureLogin(int port, String password, boolean isNew) {
    try {
      boolean isSet = !isNew && !isLoginUnfinished();
      if (isSet && client.works(port, password)) {
        return () -> {};
      }
      return setPasswords(port, password);
    } catch (SQLException e) {
      throw new DataPlaneException(
          "role %s cannot use database '%s': %s"
              .formatted(info.user(), info.database(), e.getMessage()),
          e);
    }
  }

  /** A server that is killed may forget passwords that were committed asynchronously. */
  @Override
  public boolean isLoginUnfinished() {
    return AdminRole.isBeingReplaced(context.files());
  }

  @Override
  public void resetLogin(int port, String password) {
    try (Connection admin = PostgresLogin.openAsAdmin(port, ADMINISTRATION, context.files())) {
      String set = withVerifier(info.user(), ScramVerifier.of(password));
      execute(admin, LOCKS_HELD_BY_CLIENTS + "SET synchronous_commit = on;");
      execute(admin, set);
      if (!client.works(port, password)) {
        letIn(admin, set);
        client.query(port, password);
      }
    } catch (SQLException e) {
      throw new DataPlaneException(
          "role %s gets no new password: %s".formatted(info.user(), e.getMessage()), e);
    }
  }

  @Override
  public Optional<String> loginProblem(int port, String password) {
    return client.problem(port, password);
  }

  @Override
  public void prepareCopy(int port) {
    try (Connection admin = PostgresLogin.openAsAdmin(port, ADMINISTRATION, context.files())) {
      if (Sql.number(admin, UNWRITTEN) > SOON_RECOVERED) {
        execute(admin, "CHECKPOINT");
      }
    } catch (SQLException e) {
      throw new DataPlaneException("no checkpoint: " + e.getMessage(), e);
    }
  }

  /** A session with synchronous_commit off is answered up to 600 ms before that. */
  @Override
  public void flush(int port) {
    try (Connection admin = PostgresLogin.openAsAdmin(port, ADMINISTRATION, context.files())) {
      execute(admin, FLUSH);
    } catch (SQLException e) {
      throw new DataPlaneException(
          "the server cannot write out what it has committed: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<OnlineBackup> onlineBackup() {
    return Optional.of(new PostgresBackup(context, PostgresEngine.major(info), ADMINISTRATION));
  }

  @Override
  public void administer(int port, String statements) {
    try (Connection admin = PostgresLogin.openAsAdmin(port, info.database(), context.files())) {
      AdminScript.run(admin, info.user(), statements);
    } catch (SQLException e) {
      throw new DataPlaneException("the administrator cannot log in: " + e.getMessage(), e);
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

  private String verifier(String password) {
    String prepared = verifier;
    return prepared == null ? ScramVerifier.of(password) : prepared;
  }

  /**
   * Sets the password that the clone gives out, and a superuser's of the clone's own: with that of
   * the golden, one clone could pass our login on to another. A server that is killed may forget
   * them, so the golden's is kept until {@link #flush}. The client's login is tried with a verifier
   * of one round, which gives way to the one that all clients accept.
   */
  private Runnable setPasswords(int port, String password) throws SQLException {
    // Not in the golden's own database, whose owner decides what a session in it meets.
    Connection connection = PostgresLogin.openAsAdmin(port, ADMINISTRATION, context.files());
    try {
      AdminRole successor = setPasswords(connection, ScramVerifier.ofRandom(password));
      if (!client.works(port, password)) {
        letIn(connection, withVerifier(info.user(), ScramVerifier.ofRandom(password)));
        client.query(port, password);
      }
      execute(connection, withVerifier(info.user(), verifier(password)));
      return () -> flush(connection, successor);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** The role itself may be gone: an administrator of the machine can drop it. */
  private void letIn(Connection admin, String setPassword) throws SQLException {
    if (!client.exists(admin)) {
      PostgresCluster.createCloneRole(admin, PostgresEngine.major(info));
      execute(admin, setPassword);
    }
    client.letIn(admin);
  }

  /**
   * Sets both or none. The user's row is held until both are set, so that two servers of the
   * control plane set them one after the other, each what is the successor then.
   */
  private AdminRole setPasswords(Connection admin, String verifier) throws SQLException {
    admin.setAutoCommit(false);
    execute(admin, LOCKS_HELD_BY_CLIENTS + withVerifier(info.user(), verifier));
    AdminRole successor = AdminRole.successor(context.files());
    execute(admin, withVerifier(AdminRole.NAME, successor.verifier()));
    admin.commit();
    admin.setAutoCommit(true);
    return successor;
  }

  /** ALTER ROLE would hash the empty password, in as many rounds, to compare the two. */
  private static String withVerifier(String role, String verifier) {
    return "UPDATE pg_catalog.pg_authid SET rolpassword = '%s' WHERE rolname =%s;"
        .formatted(verifier, Sql.text(role));
  }

  private void flush(Connection admin, AdminRole successor) {
    try (admin) {
      execute(admin, FLUSH);
      successor.replaceCurrent(context.files());
    } catch (SQLException | DataPlaneException e) {
      LOG.debug("{}: the passwords are set again after a kill", context.name(), e);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
