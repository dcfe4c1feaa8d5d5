package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;

/** The differences between the database systems. */
enum Dialect {
  H2(Set.of("40001", "90131"), "HYT00"),
  POSTGRESQL(Set.of("40001", "40P01"), "55P03");

  /* H2 closes a database that it could not write. */
  private static final Set<Integer> H2_CLOSED = Set.of(90067, 90098, 90121);

  private static final String DISK_FULL = "53100";
  private static final String TOO_MANY_CONNECTIONS = "53300";

  private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "42S04");
  private static final Set<String> CONFLICTS = Set.of("23505", "23503", "23506");

  /*
   * PostgreSQL's mode supports "on conflict do nothing". Unreferenced chunks are reused after
   * RETENTION_TIME, which limits the growth of a file that is flushed at every commit.
   */
  private static final String H2_SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0;QUERY_CACHE_SIZE=128"
          + ";RETENTION_TIME=5000;MAX_LENGTH_INPLACE_LOB=16384";

  private static final String IDLE_TOO_LONG = "25P03";

  /** A transaction may be idle for this many answer timeouts: 60 s by default. */
  private static final int IDLE_ANSWERS = 3;

  private final Set<String> serializationFailures;
  private final String lockTimeout;

  Dialect(Set<String> serializationFailures, String lockTimeout) {
    this.serializationFailures = serializationFailures;
    this.lockTimeout = lockTimeout;
  }

  static Dialect of(StoreOptions options) {
    if (options.url().startsWith("jdbc:h2:")) {
      return H2;
    }
    if (options.url().startsWith("jdbc:postgresql:")) {
      return POSTGRESQL;
    }
    throw new StoreException(
        "store URL '"
            + options.location()
            + "' begins with neither jdbc:h2: nor jdbc:postgresql:; use one of these");
  }

  String connectionUrl(StoreOptions options) {
    if (this == POSTGRESQL) {
      return options.url();
    }
    String order = options.waitsForDisk() ? OrderedFilePath.prefix() : "";
    // An interrupted thread would close a FileChannel, and with it the database for all threads.
    String file = "jdbc:h2:" + SealedFilePath.prefix() + order + "async:";
    return options.url().replaceFirst("^jdbc:h2:(file:)?(?=[/~.])", file) + H2_SETTINGS;
  }

  /** Opens a connection without a pool. */
  Connection connect(StoreOptions options) throws SQLException {
    return DriverManager.getConnection(connectionUrl(options), options.user(), options.password());
  }

  /** Limits the time that a statement waits for the response of a database with its own server. */
  void limitResponses(Connection connection, Duration atMost) throws SQLException {
    if (this == POSTGRESQL) {
      connection.setNetworkTimeout(Runnable::run, (int) atMost.toMillis());
    }
  }

  /** Returns the SQL for the current time, as opposed to the start of the transaction. */
  String now() {
    return this == H2 ? "current_timestamp" : "clock_timestamp()";
  }

  /**
   * Returns the first statements of a new connection. PostgreSQL ends a transaction whose client
   * vanished only after hours otherwise, and its locks would block all changes until then.
   */
  String initialSql(StoreOptions options) {
    long maxLockWait = options.lockTimeout().toMillis();
    return this == H2
        ? "set lock_timeout " + maxLockWait
        : """
            set lock_timeout = %d; set idle_in_transaction_session_timeout = %d;
            set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3
            """
            .formatted(maxLockWait, options.answerTimeout().multipliedBy(IDLE_ANSWERS).toMillis());
  }

  /** Lets this transaction be idle, as while a dump waits for the reader of its rows. */
  void allowIdleTransaction(Statement statement) throws SQLException {
    if (this == POSTGRESQL) {
      statement.execute("set local idle_in_transaction_session_timeout = 0");
    }
  }

  /** Returns the isolation level at which a transaction reads all tables as of one moment. */
  int snapshotIsolation() {
    return this == H2
        ? Connection.TRANSACTION_SERIALIZABLE
        : Connection.TRANSACTION_REPEATABLE_READ;
  }

  /** Returns whether a kill of the database's process loses commits that are not flushed. */
  boolean needsFlush() {
    return this == H2;
  }

  /** Returns whether concurrent transactions conflicted, so that a retry helps. */
  boolean isSerializationFailure(SQLException e) {
    return e.getSQLState() != null && serializationFailures.contains(e.getSQLState());
  }

  /** Returns whether the connection is lost, and with it any transaction but a committing one. */
  boolean isConnectionLost(SQLException e) {
    String state = e.getSQLState();
    return this == H2
        ? H2_CLOSED.contains(e.getErrorCode())
        : state != null
            && (state.startsWith("08") || state.startsWith("57P") || state.equals(IDLE_TOO_LONG));
  }

  /** Returns whether the connection was given up because there was no response in time. */
  boolean isResponseTimeout(SQLException e) {
    return e.getCause() instanceof SocketTimeoutException;
  }

  /** Returns whether the database cannot be connected to, which may be temporary. */
  boolean isUnreachable(SQLException e) {
    return isConnectionLost(e) || TOO_MANY_CONNECTIONS.equals(e.getSQLState());
  }

  /** Returns whether the database could not write because its disk is full. */
  boolean isWriteFailure(SQLException e) {
    return this == H2
        ? e.getMessage() != null && e.getMessage().contains("Writing to ")
        : DISK_FULL.equals(e.getSQLState());
  }

  boolean isLockTimeout(SQLException e) {
    return lockTimeout.equals(e.getSQLState());
  }

  /** Returns whether a table does not exist. */
  boolean isTableGone(SQLException e) {
    return e.getSQLState() != null && NO_TABLE.contains(e.getSQLState());
  }

  /** Returns whether a row violates a unique or foreign key constraint. */
  boolean isConflict(SQLException e) {
    return e.getSQLState() != null && CONFLICTS.contains(e.getSQLState());
  }
}
