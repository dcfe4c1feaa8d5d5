package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.api.ErrorCode;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Connections to an H2 file that only this process uses. H2 closes a database that it could not
 * write, and when it is opened again, H2 would continue from the version that the file's header
 * refers to, which can be older than the last commit. So before the next connection, {@link
 * H2Recovery} writes the newest committed rows into a fresh file. Thread-safe.
 */
final class H2Connections implements DataSource, AutoCloseable {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(H2Connections.class);

  private final StoreOptions options;
  private final Path file;
  private final H2Recovery recovery;

  /** Keeps the database open, and shows whether it still is; null before the first connection. */
  private @Nullable Connection first;

  private boolean isEnded;

  /** How long a pool that is being closed waits for a connection that is still being opened. */
  private volatile int loginSeconds;

  /**
   * @param file with H2's file name extension
   * @param recovery must have been run
   */
  H2Connections(StoreOptions options, Path file, H2Recovery recovery) {
    this.options = options;
    this.file = file;
    this.recovery = recovery;
  }

  @Override
  public synchronized Connection getConnection() throws SQLException {
    if (isEnded) {
      throw new SQLNonTransientConnectionException("the store has been closed", "08003");
    }
    if (first == null) {
      open();
    } else if (!isOpen(first)) {
      reopen();
    }
    return connect();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  private void reopen() throws SQLException {
    try {
      SealedFilePath.unseal(realPath());
      recovery.run();
      open();
    } catch (IOException | StoreException e) {
      throw new SQLNonTransientConnectionException(e.getMessage(), "08001", e);
    } finally {
      SealedFilePath.seal(realPath());
    }
  }

  private void open() throws SQLException {
    first = connect();
    SealedFilePath.seal(realPath());
  }

  private Connection connect() throws SQLException {
    return Dialect.H2.connect(options);
  }

  /** Returns the path as H2 names it. */
  private String realPath() throws SQLException {
    try {
      return file.toRealPath().toString();
    } catch (IOException e) {
      throw new SQLNonTransientConnectionException(e.toString(), "08001", e);
    }
  }

  /** Throws if the connection's database is closed: a closed one may still answer from memory. */
  static void requireOpen(Connection connection) throws SQLException {
    if (store(connection).isClosed()) {
      throw new SQLNonTransientConnectionException(
          "the database has been closed", "08003", ErrorCode.DATABASE_IS_CLOSED);
    }
  }

  private static boolean isOpen(Connection connection) {
    try {
      requireOpen(connection);
      return true;
    } catch (SQLException closed) {
      return false;
    }
  }

  private static MVStore store(Connection connection) throws SQLException {
    JdbcConnection embedded = connection.unwrap(JdbcConnection.class);
    if (embedded.isClosed()) {
      throw new SQLNonTransientConnectionException(
          "the connection has been closed", "08003", ErrorCode.DATABASE_IS_CLOSED);
    }
    return ((SessionLocal) embedded.getSession()).getDatabase().getStore().getMvStore();
  }

  /** Closes the database, and marks the file as properly closed if it is complete. */
  @Override
  public synchronized void close() {
    isEnded = true;
    if (first == null) {
      return;
    }
    try {
      recovery.markClosed(closeAtNewestVersion(first));
    } catch (SQLException e) {
      LOG.warn("Cannot close the store {} completely, the next start will rebuild it", file);
    } finally {
      release();
    }
  }

  /**
   * Closes the database with all its connections, and returns its last version. The pool can leave
   * a connection open that was being made when the pool was closed. The database would stay open
   * with that connection, and the next store of this file would get it.
   */
  private static long closeAtNewestVersion(Connection last) throws SQLException {
    try (last;
        Statement statement = last.createStatement()) {
      long version = newestVersion(last);
      statement.execute("shutdown");
      return version;
    }
  }

  private static long newestVersion(Connection last) throws SQLException {
    try (Statement statement = last.createStatement()) {
      statement.execute("checkpoint sync");
    }
    requireOpen(last);
    return store(last).getCurrentVersion();
  }

  private void release() {
    try {
      SealedFilePath.unseal(realPath());
    } catch (IOException | SQLException e) {
      LOG.warn("Cannot release the store {}: {}", file, e.toString());
    }
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLoginTimeout(int seconds) {
    loginSeconds = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginSeconds;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
