package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerContext.ServerTls;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

final class MySqlServer implements EngineServer {
  static final String PID_FILE = "mysqld.pid";

  private static final int ACCOUNT_LOCKED = 3118;
  private static final int PASSWORD_EXPIRED = 1820;
  private static final int PASSWORD_EXPIRED_FOR_CLIENT = 1862;
  private static final int NO_PRIVILEGES = 1044;
  private static final Set<Integer> LOGIN_REFUSED =
      Set.of(
          MySqlLogin.WRONG_PASSWORD,
          ACCOUNT_LOCKED,
          PASSWORD_EXPIRED,
          PASSWORD_EXPIRED_FOR_CLIENT,
          NO_PRIVILEGES);
  private static final int TOO_MANY_CONNECTIONS = 1040;
  private static final int NO_SUCH_DATABASE = 1049;

  /** Shorter than the time that an API request waits for the result. */
  private static final int LONGEST_PROBE_MILLIS = 5000;

  /**
   * Needs no valid login: a server that refuses the login has responded. The check passes if a
   * custom image lacks the program.
   */
  private static final String PING =
      """
      command -v "$1" > /dev/null || exit 0
      "$1" --no-defaults --protocol=TCP --host=127.0.0.1 --port="$2" --user=goldenrod_ping --connect-timeout=5 ping > /dev/null 2>&1 || exit 2
      """;

  private final ServerContext context;
  private final DatabaseInfo info;
  private final MySqlLogin connections;
  private final ServerConfiguration configuration;

  MySqlServer(ServerContext context) {
    this.context = context;
    this.info = context.info();
    this.connections = new MySqlLogin(context.files(), context.tls().map(ServerTls::authorities));
    this.configuration = new ServerConfiguration(context);
  }

  @Override
  public Login login() {
    return new Login(MySqlEngine.SCHEME, info.database(), info.user());
  }

  @Override
  public Map<String, String> configuration() {
    return configuration.texts();
  }

  @Override
  public List<String> command() {
    return List.of(context.program().apply("mysqld"), "--defaults-file=" + configuration.main());
  }

  /** SET PERSIST writes mysqld-auto.cnf; auto.cnf holds the server UUID, which must be unique. */
  @Override
  public List<String> overrides() {
    return List.of("mysqld-auto.cnf", "auto.cnf", PID_FILE);
  }

  @Override
  public List<String> healthCheckCommand(int port) {
    String program = context.program().apply("mysqladmin");
    return List.of("/bin/sh", "-c", PING, "sh", program, Integer.toString(port));
  }

  @Override
  public String pidFile() {
    return PID_FILE;
  }

  /** MySQL listens before it writes the pid file, and accepts logins soon after. */
  @Override
  public boolean isReady(List<String> pidFile, BooleanSupplier isPortOpen) {
    return !pidFile.isEmpty();
  }

  /** Returns false: MySQL exits if it cannot listen on all of its addresses. */
  @Override
  public boolean failedToBindLoopback(String log) {
    return false;
  }

  @Override
  public StopSignal stopSignal() {
    return StopSignal.TERM;
  }

  @Override
  public StopSignal abortSignal() {
    return StopSignal.KILL;
  }

  @Override
  public void precomputeLogin(String password) {
    AdminPassword.successor(context.files());
    MySqlLogin.warmUp();
  }

  @Override
  public Runnable ensureLogin(int port, String password, boolean isNew) {
    try {
      if (!isNew) {
        if (canLogIn(port, password)) {
          return () -> {};
        }
        restoreUser(port);
      }
      AdminPassword successor = setPasswords(port, password);
      query(port, password);
      return () -> successor.replaceCurrent(context.files());
    } catch (SQLException e) {
      throw new DataPlaneException(
          "user %s cannot log in to database '%s': %s"
              .formatted(info.user(), info.database(), e.getMessage()),
          e);
    }
  }

  @Override
  public void resetLogin(int port, String password) {
    try {
      restoreUser(port);
      setPassword(port, password);
      query(port, password);
    } catch (SQLException e) {
      throw new DataPlaneException(
          "cannot set a new password for user %s: %s".formatted(info.user(), e.getMessage()), e);
    }
  }

  @Override
  public Optional<String> loginProblem(int port, String password) {
    try (Connection connection = connections.open(port, info.user(), password);
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, LONGEST_PROBE_MILLIS);
      connection.setCatalog(info.database());
      statement.execute("SELECT 1");
      return Optional.empty();
    } catch (SQLException e) {
      return e.getErrorCode() == TOO_MANY_CONNECTIONS ? Optional.empty() : Optional.of(problem(e));
    }
  }

  private String problem(SQLException e) {
    if (e.getCause() instanceof SocketTimeoutException) {
      return "database '%s' could not be used within %d s; sessions hold locks that others wait for: end them, or restart the database"
          .formatted(info.database(), LONGEST_PROBE_MILLIS / 1000);
    }
    if (e.getErrorCode() == NO_SUCH_DATABASE) {
      return "database '%1$s' was dropped; create it again with CREATE DATABASE %1$s"
          .formatted(info.database());
    }
    return LOGIN_REFUSED.contains(e.getErrorCode())
        ? "the password or the privileges of '%s' were changed in the database, or have expired; %s"
            .formatted(info.user(), LOGIN_REMEDY)
        : String.valueOf(e.getMessage());
  }

  @Override
  public void reloadTls(int port) {
    try (Connection admin = connections.openAsAdmin(port);
        Statement statement = admin.createStatement()) {
      statement.execute("ALTER INSTANCE RELOAD TLS");
    } catch (SQLException e) {
      throw new DataPlaneException(
          "the server does not accept the new certificate: " + e.getMessage(), e);
    }
  }

  /** Does nothing: MySQL flushes at its own pace, and a copy recovers its small redo log. */
  @Override
  public void checkpoint(int port) {}

  @Override
  public LiveSchema schema(
      int port,
      String password,
      ToolRunner tools,
      UnaryOperator<String> program,
      Deadline deadline) {
    return new MySqlSchema(info, port, password, connections, deadline);
  }

  /** At the connection limit, other clients prove that logins work. */
  private boolean canLogIn(int port, String password) throws SQLException {
    try (Connection connection = connections.open(port, info.user(), password)) {
      connection.setCatalog(info.database());
      return true;
    } catch (SQLException e) {
      if (LOGIN_REFUSED.contains(e.getErrorCode())) {
        return false;
      }
      // The user can drop the database, and may create it again.
      if (Set.of(TOO_MANY_CONNECTIONS, NO_SUCH_DATABASE).contains(e.getErrorCode())) {
        return true;
      }
      throw e;
    }
  }

  /** Selects no database, because the user may have dropped it. */
  private void query(int port, String password) throws SQLException {
    try (Connection connection = connections.open(port, info.user(), password);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
  }

  /** Recreates a dropped user, and restores its privileges. */
  private void restoreUser(int port) throws SQLException {
    try (Connection admin = connections.openAsAdmin(port);
        Statement statement = admin.createStatement()) {
      statement.execute("CREATE USER IF NOT EXISTS '%s'@'%%' ACCOUNT LOCK".formatted(info.user()));
      statement.execute(BlankDatabase.grant(info));
    }
  }

  private void setPassword(int port, String password) throws SQLException {
    try (Connection admin = connections.openAsAdmin(port);
        PreparedStatement alter =
            admin.prepareStatement("ALTER USER ?@'%' IDENTIFIED BY ? ACCOUNT UNLOCK")) {
      alter.setString(1, info.user());
      alter.setString(2, password);
      alter.execute();
    }
  }

  /**
   * Sets the client password and a new administrator password for this data, in one statement. If
   * copies shared one, a compromised server could reuse Goldenrod's login on another copy. A kill
   * of the server does not undo what it acknowledged.
   */
  private AdminPassword setPasswords(int port, String password) throws SQLException {
    try (Connection admin = connections.openAsAdmin(port);
        PreparedStatement alter =
            admin.prepareStatement(
                "ALTER USER ?@'%' IDENTIFIED BY ?, ?@'127.0.0.1' IDENTIFIED BY ? ACCOUNT UNLOCK")) {
      AdminPassword successor = AdminPassword.successor(context.files());
      alter.setString(1, info.user());
      alter.setString(2, password);
      alter.setString(3, MySqlLogin.ADMIN);
      alter.setString(4, successor.text());
      alter.execute();
      return successor;
    }
  }
}
