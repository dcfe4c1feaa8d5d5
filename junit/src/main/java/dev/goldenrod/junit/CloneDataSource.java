package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A data source of a clone that may use a connection opened in advance. */
final class CloneDataSource extends PGSimpleDataSource {
  private static final long serialVersionUID = 1L;

  private final transient FirstConnection first;
  private final transient Credentials login;
  private final String usualUrl;

  CloneDataSource(Credentials login, FirstConnection first) {
    this.login = login;
    this.first = first;
    Logins.configure(this, login);
    this.usualUrl = getUrl();
  }

  /** Uses the connection opened in advance only if login and options are unchanged. */
  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Optional<Connection> opened = isUsual(user, password) ? first.take() : Optional.empty();
    return opened.isPresent() ? opened.get() : super.getConnection(user, password);
  }

  private boolean isUsual(@Nullable String user, @Nullable String password) {
    return login.username().equals(user)
        && login.password().equals(password)
        && usualUrl.equals(getUrl());
  }

  /** A connection that is opened in advance and handed out once. Thread-safe. */
  static final class FirstConnection {
    private static final int PATIENCE_SECONDS = 2;

    private final AtomicReference<@Nullable Connection> opened = new AtomicReference<>();

    /** Ignores a failure: the caller then opens a connection and gets the error. */
    void open(DataSource source) {
      try {
        opened.set(source.getConnection());
      } catch (SQLException refused) {
        opened.set(null);
      }
    }

    /** Returns the connection; empty if there is none or it is no longer valid. */
    Optional<Connection> take() throws SQLException {
      Connection connection = opened.getAndSet(null);
      if (connection != null && !connection.isValid(PATIENCE_SECONDS)) {
        close(connection);
        return Optional.empty();
      }
      return Optional.ofNullable(connection);
    }

    /** Closes the connection unless it was handed out. */
    void discard() {
      Connection connection = opened.getAndSet(null);
      if (connection != null) {
        close(connection);
      }
    }

    private static void close(Connection connection) {
      try {
        connection.close();
      } catch (SQLException broken) {
        // The connection is discarded anyway.
      }
    }
  }
}
