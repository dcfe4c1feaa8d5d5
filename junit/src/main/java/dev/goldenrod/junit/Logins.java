package dev.goldenrod.junit;

import dev.goldenrod.client.Databases.DatabaseConnection;
import dev.goldenrod.client.Instances.InstanceCredentials;
import dev.goldenrod.instance.Credentials;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Logins as the API has them. */
final class Logins {
  /** A name or an address: nothing that would be more than the host in a URL. */
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+]?");

  /** Tests have clones and databases of PostgreSQL alone. */
  private static final String ENGINE = "postgresql";

  private Logins() {}

  /**
   * The login to a clone.
   *
   * @throws GoldenrodException when its host is none
   */
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

  /**
   * The login to a database.
   *
   * @throws GoldenrodException when its host is none
   */
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
      throw new GoldenrodException("the server names '%s', which is no host".formatted(host));
    }
    return host;
  }
}
