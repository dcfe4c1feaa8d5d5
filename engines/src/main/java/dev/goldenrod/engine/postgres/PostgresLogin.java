package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.engine.PrivateFiles;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Connections to servers on this machine. The bootstrap superuser of each data directory can log in
 * from this machine only, with a password of its data directory; see {@link AdminPassword}.
 */
public final class PostgresLogin {
  /** The name of the bootstrap superuser of data that Goldenrod creates or prepares. */
  public static final String ADMIN = "goldenrod_admin";

  /** The name of the role that the clients of clones use. */
  public static final String CLONE_ROLE = "goldenrod";

  /** Database for the superuser's sessions, without objects or settings of a source. */
  public static final String ADMINISTRATION = "template1";

  public static final String LOOPBACK = "127.0.0.1";

  static final String WRONG_PASSWORD = "28P01";

  private static final Driver DRIVER = new Driver();
  private static final int UNUSED_PORT = 1;

  /** Sessions in a database can hold locks that new logins wait for. */
  static final Duration LONGEST_LOGIN = Duration.ofSeconds(20);

  private static final AtomicBoolean WARM = new AtomicBoolean();

  private PostgresLogin() {}

  /** Loads, once, what would slow down the first login. */
  static void warmUp() {
    if (!WARM.compareAndSet(false, true)) {
      return;
    }
    ScramVerifier.of(Passwords.random());
    try {
      open(UNUSED_PORT, "none", "none", "none").close();
    } catch (SQLException e) {
      // Expected, because the port is closed.
      return;
    }
  }

  /** Logs in over loopback with the settings that clients have. Only the login has a timeout. */
  public static Connection open(int port, String database, String user, String password)
      throws SQLException {
    return open(port, database, login(user, password));
  }

  /**
   * Logs in over loopback as the clones' role. The session overrides timeouts stored in the data.
   *
   * @param hasTls whether the server requires TLS of this user or offers none; SCRAM authenticates
   *     the server
   */
  public static Connection openAsRole(int port, DatabaseInfo info, String password, boolean hasTls)
      throws SQLException {
    return open(port, info.database(), roleLogin(info, password, hasTls));
  }

  /**
   * Logs in over loopback as the clones' role, for a short session.
   *
   * @param atMost limit of each response of the server, including the login; whole seconds
   */
  static Connection openAsRole(
      int port, DatabaseInfo info, String password, Duration atMost, boolean hasTls)
      throws SQLException {
    Properties properties = roleLogin(info, password, hasTls);
    PGProperty.SOCKET_TIMEOUT.set(properties, (int) atMost.toSeconds());
    return connect(port, info.database(), properties);
  }

  private static Properties roleLogin(DatabaseInfo info, String password, boolean hasTls) {
    return with(
        SessionSettings.OF_ROLE.on(PostgresEngine.major(info)),
        withTls(login(info.user(), password), hasTls));
  }

  /**
   * Logs in as the superuser, with the first of its passwords that the server accepts. The session
   * overrides settings stored in the data.
   *
   * @param major the server's major version
   */
  public static Connection openAsAdmin(int port, String database, int major, PrivateFiles files)
      throws SQLException {
    Iterator<AdminPassword> left = AdminPassword.of(files).iterator();
    while (true) {
      try {
        return openAsAdmin(port, database, major, left.next());
      } catch (SQLException e) {
        requireAnother(left, e);
      }
    }
  }

  /** Returns the first of the superuser's passwords that the server accepts. */
  static AdminPassword knownAdmin(int port, int major, PrivateFiles files) throws SQLException {
    Iterator<AdminPassword> left = AdminPassword.of(files).iterator();
    while (true) {
      AdminPassword admin = left.next();
      try {
        openAsAdmin(port, ADMINISTRATION, major, admin).close();
        return admin;
      } catch (SQLException e) {
        requireAnother(left, e);
      }
    }
  }

  private static void requireAnother(Iterator<AdminPassword> left, SQLException refusal)
      throws SQLException {
    if (!left.hasNext() || !WRONG_PASSWORD.equals(refusal.getSQLState())) {
      throw refusal;
    }
  }

  private static Connection openAsAdmin(int port, String database, int major, AdminPassword admin)
      throws SQLException {
    return open(
        port, database, with(SessionSettings.OF_ADMIN.on(major), login(ADMIN, admin.text())));
  }

  private static Connection open(int port, String database, Properties properties)
      throws SQLException {
    PGProperty.SOCKET_TIMEOUT.set(properties, (int) LONGEST_LOGIN.toSeconds());
    Connection connection = connect(port, database, properties);
    connection.setNetworkTimeout(Runnable::run, 0);
    return connection;
  }

  private static Connection connect(int port, String database, Properties properties)
      throws SQLException {
    String name = URLEncoder.encode(database, StandardCharsets.UTF_8);
    String url = "jdbc:postgresql://%s:%d/%s".formatted(LOOPBACK, port, name);
    return Objects.requireNonNull(DRIVER.connect(url, properties));
  }

  private static Properties with(SessionSettings settings, Properties properties) {
    PGProperty.OPTIONS.set(properties, settings.options());
    return properties;
  }

  private static Properties withTls(Properties properties, boolean hasTls) {
    PGProperty.SSL_MODE.set(properties, hasTls ? "require" : "disable");
    return properties;
  }

  private static Properties login(String user, String password) {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, user);
    PGProperty.PASSWORD.set(properties, password);
    PGProperty.APPLICATION_NAME.set(properties, "goldenrod");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "12");
    PGProperty.CONNECT_TIMEOUT.set(properties, 10);
    PGProperty.GSS_ENC_MODE.set(properties, "disable");
    PGProperty.SSL_MODE.set(properties, "disable");
    PGProperty.REQUIRE_AUTH.set(properties, "scram-sha-256");
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    PGProperty.MAX_RESULT_BUFFER.set(properties, "128M");
    return properties;
  }
}
