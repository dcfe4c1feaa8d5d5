package dev.goldenrod.junit;

import dev.goldenrod.client.Databases.DatabaseConnection;
import dev.goldenrod.client.Instances.InstanceCredentials;
import dev.goldenrod.instance.Credentials;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts logins of the API. */
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
}
