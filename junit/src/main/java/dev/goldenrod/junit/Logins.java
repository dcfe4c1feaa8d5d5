package dev.goldenrod.junit;

import dev.goldenrod.client.Databases.DatabaseConnection;
import dev.goldenrod.client.Instances.InstanceCredentials;
import dev.goldenrod.instance.Credentials;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Converts logins of the API, and logs in to databases. */
final class Logins {
  /** A host name or address, which cannot contain other parts of a URL. */
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+]?");

  /** Goldens of tests are always PostgreSQL. */
  private static final String ENGINE = "postgresql";

  private Logins() {}

  /** Converts the login of a clone; throws if the host is invalid. */
  static Credentials ofClone(InstanceCredentials login) {
    return Credentials.of(
        ENGINE,
        host(login.host()),
        login.port(),
        login.dbname(),
        login.username(),
        login.password(),
        Objects.requireNonNullElse(login.sslmode(), ""));
  }

  /** Converts the login of a database; throws if the host is invalid. */
  static Credentials ofDatabase(DatabaseConnection login) {
    return Credentials.of(
        ENGINE,
        host(login.host()),
        login.port(),
        Objects.requireNonNullElse(login.database(), ""),
        Objects.requireNonNullElse(login.username(), ""),
        Objects.requireNonNullElse(login.password(), ""),
        Objects.requireNonNullElse(login.sslmode(), ""));
  }

  private static String host(@Nullable String host) {
    if (host == null || !HOST.matcher(host).matches()) {
      throw new GoldenrodException("the server returned '%s', which is not a host".formatted(host));
    }
    return host;
  }

  /** Returns a data source without pooling. */
  static DataSource dataSource(Credentials login) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    configure(source, login);
    return source;
  }

  static void configure(PGSimpleDataSource source, Credentials login) {
    source.setServerNames(new String[] {login.host()});
    source.setPortNumbers(new int[] {login.port()});
    source.setDatabaseName(login.dbname());
    source.setUser(login.username());
    source.setPassword(login.password());
  }

  /** Returns the URL without user and password. */
  static String jdbcUrl(Credentials login) {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(
            login.host(), login.port(), URLEncoder.encode(login.dbname(), StandardCharsets.UTF_8));
  }
}
