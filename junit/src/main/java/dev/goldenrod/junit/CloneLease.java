package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;

/** A clone until it is closed. Thread-safe. */
public final class CloneLease implements AutoCloseable {
  private final Api api;
  private final String id;
  private final Credentials login;

  CloneLease(Api api, String id, Credentials login) {
    this.api = api;
    this.id = id;
    this.login = login;
  }

  /** Connections to it, each made anew. */
  public DataSource dataSource() {
    return DataSources.of(login);
  }

  /** How to log in as the user who owns the database. */
  public Credentials credentials() {
    return login;
  }

  /** The clone as a parameter of that type. */
  Object as(Class<?> type) {
    if (type == DataSource.class) {
      return dataSource();
    }
    return type == String.class ? jdbcUrlWithLogin() : credentials();
  }

  private String jdbcUrlWithLogin() {
    return "%s?user=%s&password=%s"
        .formatted(
            DataSources.jdbcUrl(login), encoded(login.username()), encoded(login.password()));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** Removes it; connections to it that are still open end. Does nothing the second time. */
  @Override
  public void close() {
    api.deleteIfThere("/v1/instances/" + id);
  }
}
