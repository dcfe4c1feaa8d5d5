package dev.goldenrod.junit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A connection that is opened in advance and handed out once. Thread-safe. */
final class FirstConnection {
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
