package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** A clone for as long as somebody has it. Thread-safe. */
public final class CloneLease implements AutoCloseable {
  /** The JDBC URLs of all clones that this process has. */
  private static final Set<String> LEASED = ConcurrentHashMap.newKeySet();

  private final Credentials login;
  private final Runnable end;
  private final FirstConnection first = new FirstConnection();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * A lease of the clone with that login.
   *
   * @param end has the clone removed
   */
  CloneLease(Credentials login, Runnable end) {
    this.login = login;
    this.end = end;
    LEASED.addAll(urls());
  }

  /** As the driver and as the server has it. */
  private Set<String> urls() {
    return new HashSet<>(List.of(DataSources.jdbcUrl(login), login.jdbcUrl().split("\\?", 2)[0]));
  }

  static boolean isLeased(String jdbcUrl) {
    return LEASED.contains(jdbcUrl);
  }

  /** Opens a connection now, which the first caller who asks its data source for one gets. */
  void openConnection() {
    first.open(DataSources.of(login));
  }

  /** Connections to it, each in the state of a new one. */
  public DataSource dataSource() {
    return new CloneDataSource(login, first);
  }

  /** How to log in as the user who owns the database, with no other connection to it open. */
  public Credentials credentials() {
    first.discard();
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
    Credentials own = credentials();
    return "%s?user=%s&password=%s"
        .formatted(DataSources.jdbcUrl(own), encoded(own.username()), encoded(own.password()));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /**
   * Removes it, in the background but before this process ends; connections to it that are still
   * open end. Does nothing the second time.
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
