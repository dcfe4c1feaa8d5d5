package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.junit.CloneDataSource.FirstConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** A lease on a clone. Closing the lease removes the clone. Thread-safe. */
public final class CloneLease implements AutoCloseable {
  /** JDBC URLs of all clones that this process has leased. */
  private static final Set<String> LEASED = ConcurrentHashMap.newKeySet();

  private final Credentials login;
  private final Runnable end;
  private final FirstConnection first = new FirstConnection();
  private final AtomicBoolean closed = new AtomicBoolean();

  CloneLease(Credentials login, Runnable end) {
    this.login = login;
    this.end = end;
    LEASED.addAll(urls());
  }

  /** The driver and the server write the same URL differently. */
  private Set<String> urls() {
    return new HashSet<>(List.of(Logins.jdbcUrl(login), login.jdbcUrl().split("\\?", 2)[0]));
  }

  static boolean isLeased(String jdbcUrl) {
    return LEASED.contains(jdbcUrl);
  }

  /** Opens a connection in advance, which the first caller of the data source gets. */
  void openConnection() {
    first.open(Logins.dataSource(login));
  }

  /** Returns a data source whose connections are always in their initial state. */
  public DataSource dataSource() {
    return new CloneDataSource(login, first);
  }

  /** Returns the login of the database owner. Closes an unused connection opened in advance. */
  public Credentials credentials() {
    first.discard();
    return login;
  }

  /** Returns the clone as the type of a test parameter. */
  Object as(Class<?> type) {
    if (type == DataSource.class) {
      return dataSource();
    }
    return type == String.class ? jdbcUrlWithLogin() : credentials();
  }

  private String jdbcUrlWithLogin() {
    Credentials own = credentials();
    return "%s?user=%s&password=%s"
        .formatted(Logins.jdbcUrl(own), encoded(own.username()), encoded(own.password()));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /**
   * Removes the clone in the background, but before this process ends. Open connections to it are
   * closed. Further calls have no effect.
   */
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      first.discard();
      urls().forEach(LEASED::remove);
      end.run();
    }
  }
}
