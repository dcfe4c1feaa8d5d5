package dev.goldenrod.junit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A connection that is opened before somebody asks for one, and given away once. Thread-safe. */
final class FirstConnection {
  private static final int PATIENCE_SECONDS = 2;

  private final AtomicReference<@Nullable Connection> opened = new AtomicReference<>();

  /** Opens it; without one, the caller opens its own and gets the error. */
  void open(DataSource source) {
    try {
      opened.set(source.getConnection());
    } catch (SQLException refused) {
      opened.set(null);
    }
  }

  /** Gives it away; empty when there is none that still answers. */
  Optional<Connection> take() throws SQLException {
    Connection connection = opened.getAndSet(null);
    if (connection != null && !connection.isValid(PATIENCE_SECONDS)) {
      close(connection);
      return Optional.empty();
    }
    return Optional.ofNullable(connection);
  }

  /** Closes it, unless it was given away. */
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
      // It is closed all the same.
    }
  }
}
