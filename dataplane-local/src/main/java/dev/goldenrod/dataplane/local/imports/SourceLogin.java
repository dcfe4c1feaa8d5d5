package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * How to log in to a source, its secret read.
 *
 * @param host a name or an address
 */
record SourceLogin(
    String host,
    int port,
    String database,
    String user,
    String password,
    String sslmode,
    Optional<Path> rootCertificate) {
  private static final Set<String> SSL_MODES =
      Set.of("", "disable", "allow", "prefer", "require", "verify-ca", "verify-full");
  private static final int CONNECT_SECONDS = 10;
  private static final int ANSWER_SECONDS = 120;

  /**
   * The login for that source.
   *
   * @throws DataPlaneException when the secret is missing or the connection's values make no sense
   */
  static SourceLogin of(SourceConnection source, LocalSecrets secrets) {
    SourceSecret secret = secrets.read(source.secret());
    String user =
        Optional.ofNullable(secret.username())
            .or(() -> Optional.of(source.username()).filter(name -> !name.isEmpty()))
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "source %s:%d/%s has no user name: neither its config nor secret '%s' has a username"
                            .formatted(
                                source.host(), source.port(), source.dbname(), source.secret())));
    SourceLogin login =
        new SourceLogin(
            source.host(),
            source.port(),
            source.dbname(),
            user,
            secret.password(),
            source.sslmode(),
            rootCertificate(source.sslmode()));
    login.check();
    return login;
  }

  /**
   * Opens a connection.
   *
   * @throws DataPlaneException when the source refuses; the message tells why, and no password
   */
  Connection connect() {
    try {
      return withoutTimeout(dataSource().getConnection(user, password));
    } catch (SQLException e) {
      throw LoginFailure.explain(this, e);
    }
  }

  /** Reading a large catalog takes longer than a source may allow its applications' queries. */
  private static Connection withoutTimeout(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("set statement_timeout = 0");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** The values for a libpq service file, without the password. */
  Map<String, String> parameters() {
    Map<String, String> values = new TreeMap<>();
    values.put("host", host);
    values.put("port", Integer.toString(port));
    values.put("dbname", database);
    values.put("user", user);
    values.put("connect_timeout", Integer.toString(CONNECT_SECONDS));
    if (!sslmode.isEmpty()) {
      values.put("sslmode", sslmode);
    }
    return values;
  }

  /** The source and the user, for messages. */
  String describe() {
    return "source %s:%d/%s as user '%s'".formatted(host, port, database, user);
  }

  /** The same as {@link #describe()}: the password is never shown. */
  @Override
  public String toString() {
    return describe();
  }

  private PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {host.contains(":") ? "[" + host + "]" : host});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName(database);
    source.setApplicationName("goldenrod");
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setLoginTimeout(2 * CONNECT_SECONDS);
    source.setSocketTimeout(ANSWER_SECONDS);
    if (!sslmode.isEmpty()) {
      source.setSslMode(sslmode);
    }
    rootCertificate.ifPresent(file -> source.setSslRootCert(file.toString()));
    return source;
  }

  private void check() {
    if (host.startsWith("/")) {
      throw new DataPlaneException(
          "%s: the host is a socket's folder; give a host name or an address"
              .formatted(describe()));
    }
    if (!SSL_MODES.contains(sslmode)) {
      throw new DataPlaneException(
          "%s: sslmode '%s' is none of disable, allow, prefer, require, verify-ca, verify-full"
              .formatted(describe(), sslmode));
    }
    for (String value : new String[] {host, database, user}) {
      // A service file has one value a line, and libpq strips what blanks a line ends with.
      if (value.contains("\n") || value.contains("\r") || !value.equals(value.stripTrailing())) {
        throw new DataPlaneException(
            "%s: a host, database or user name with a line break, or ending in a blank, cannot be imported"
                .formatted(describe()));
      }
    }
    if (sslmode.startsWith("verify") && rootCertificate.isEmpty()) {
      throw new DataPlaneException(
          "%s: sslmode %s needs the certificate of the source's authority; put it into %s"
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
