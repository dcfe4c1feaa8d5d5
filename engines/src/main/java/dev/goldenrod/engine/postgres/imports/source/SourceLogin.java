package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.postgresql.ds.PGSimpleDataSource;

/** The login to a source, with the password. The host is a name or an address. */
public record SourceLogin(
    String host,
    int port,
    String database,
    String user,
    String password,
    String sslmode,
    Optional<Path> rootCertificate) {
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_.:-]+");

  /** Authentication methods that do not reveal the password to the server. */
  public static final String WITHOUT_CLEARTEXT = "scram-sha-256,md5,none";

  private static final String WITHOUT_MD5 = "scram-sha-256,none";
  private static final int CONNECT_SECONDS = 10;
  private static final int ANSWER_SECONDS = 120;

  public static SourceLogin of(SourceCredentials credentials) {
    SourceConnection source = credentials.source();
    SourceLogin login =
        new SourceLogin(
            source.host(),
            source.port(),
            source.dbname(),
            Optional.ofNullable(credentials.username()).orElseGet(() -> configured(source)),
            credentials.password(),
            source.sslmode(),
            rootCertificate(source.sslmode()));
    login.check();
    return login;
  }

  private static String configured(SourceConnection source) {
    if (source.username().isEmpty()) {
      throw new DataPlaneException(
          "source %s:%d/%s has no user name: neither its config nor secret '%s' has a username"
              .formatted(source.host(), source.port(), source.dbname(), source.secret()));
    }
    return source.username();
  }

  /**
   * Opens a connection.
   *
   * @param warnings receives weaknesses of the login, and options that the source refuses
   * @throws DataPlaneException if the source refuses the login, or asks for a clear-text password
   *     without a verified certificate; the message never has the password
   */
  public Connection connect(Consumer<String> warnings) {
    return open(warnings).connection();
  }

  /** Returns whether the source accepts session settings at login. Poolers may refuse them. */
  public boolean takesOptions() {
    try (Session session = open(weakness -> {})) {
      return session.hasOptions();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Returns the error for a query to the source that failed. */
  public DataPlaneException failed(SQLException failure) {
    return new DataPlaneException(
        LoginFailure.limit(failure)
            .map(limit -> describe() + " cannot be read: " + limit)
            .orElseGet(() -> String.valueOf(failure.getMessage())),
        failure);
  }

  /** Returns whether a certificate authenticates the source. */
  public boolean isVerified() {
    return sslmode.startsWith("verify");
  }

  /** A session, and whether its login set the session settings. */
  private record Session(Connection connection, boolean hasOptions) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  private Session open(Consumer<String> warnings) {
    try {
      Session session = isVerified() ? open("") : openWithoutCleartext(warnings);
      if (!session.hasOptions()) {
        warnings.accept(
            "%s refuses the startup parameter 'options', as poolers do: a statement_timeout and other settings of its database apply until a session has set its own; import from the server behind the pooler if pg_dump is cancelled"
                .formatted(describe()));
      }
      return session;
    } catch (SQLException e) {
      throw LoginFailure.explain(this, e);
    }
  }

  private Session openWithoutCleartext(Consumer<String> warnings) throws SQLException {
    try {
      return open(WITHOUT_MD5);
    } catch (SQLException e) {
      if (!LoginFailure.isByMethod(e)) {
        throw e;
      }
      Session session = open(WITHOUT_CLEARTEXT);
      warnings.accept(
          "%s uses MD5 authentication, which lets eavesdroppers guess the password; set password_encryption to scram-sha-256 there and give the user a new password, or use sslmode verify-full"
              .formatted(describe()));
      return session;
    }
  }

  private Session open(String allowedMethods) throws SQLException {
    PGSimpleDataSource source = dataSource(allowedMethods);
    source.setOptions(SessionSettings.OF_SOURCE.options());
    try {
      return prepared(source.getConnection(user, password), true);
    } catch (SQLException e) {
      if (!LoginFailure.isByOptions(e)) {
        throw e;
      }
      return prepared(dataSource(allowedMethods).getConnection(user, password), false);
    }
  }

  /** Some poolers accept and ignore options of a login, so statements set them again. */
  private static Session prepared(Connection connection, boolean hasOptions) throws SQLException {
    return new Session(SessionSettings.OF_SOURCE.applied(connection), hasOptions);
  }

  /** Returns the values for a libpq service file, without the password. */
  public Map<String, String> parameters() {
    Map<String, String> values = new TreeMap<>();
    values.put("host", host);
    values.put("port", Integer.toString(port));
    values.put("dbname", database);
    values.put("user", user);
    values.put("connect_timeout", Integer.toString(CONNECT_SECONDS));
    values.putAll(SourceSockets.KEEP_ALIVE_PARAMETERS);
    if (!sslmode.isEmpty()) {
      values.put("sslmode", sslmode);
    }
    return values;
  }

  /** Returns the source and the user, for messages. */
  public String describe() {
    return "source %s:%d/%s as user '%s'".formatted(host, port, database, user);
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return describe();
  }

  private PGSimpleDataSource dataSource(String allowedMethods) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {host.contains(":") ? "[" + host + "]" : host});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName(database);
    source.setApplicationName("goldenrod");
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setLoginTimeout(2 * CONNECT_SECONDS);
    source.setSocketTimeout(ANSWER_SECONDS);
    source.setTcpKeepAlive(true);
    source.setSocketFactory(SourceSockets.class.getName());
    if (!allowedMethods.isEmpty()) {
      source.setRequireAuth(allowedMethods);
    }
    if (!sslmode.isEmpty()) {
      source.setSslMode(sslmode);
    }
    rootCertificate.ifPresent(file -> source.setSslRootCert(file.toString()));
    return source;
  }

  private void check() {
    if (host.startsWith("/")) {
      throw new DataPlaneException(
          "%s: the host is the folder of a Unix socket; specify a host name or an address"
              .formatted(describe()));
    }
    if (!HOST.matcher(host).matches()) {
      throw new DataPlaneException(
          "%s: the host is not a valid host name or address".formatted(describe()));
    }
    if (!sslmode.isEmpty() && !SourceConnection.SSL_MODES.contains(sslmode)) {
      throw new DataPlaneException(
          "%s: sslmode '%s' must be one of disable, allow, prefer, require, verify-ca, verify-full"
              .formatted(describe(), sslmode));
    }
    for (String value : List.of(database, user)) {
      if (!LibpqService.canHold(value)) {
        throw new DataPlaneException(
            "%s: a database or user name that contains a control character, or starts or ends with whitespace, cannot be imported"
                .formatted(describe()));
      }
    }
    if (isVerified() && rootCertificate.isEmpty()) {
      throw new DataPlaneException(
          "%s: sslmode %s requires the certificate of the source's authority; put it into %s"
              .formatted(describe(), sslmode, defaultCertificate()));
    }
  }

  private static Optional<Path> rootCertificate(String sslmode) {
    return Optional.of(defaultCertificate())
        .filter(file -> sslmode.startsWith("verify"))
        .filter(Files::isReadable);
  }

  private static Path defaultCertificate() {
    return Optional.ofNullable(System.getenv("PGSSLROOTCERT"))
        .map(Path::of)
        .orElse(Path.of(System.getProperty("user.home"), ".postgresql", "root.crt"));
  }
}
