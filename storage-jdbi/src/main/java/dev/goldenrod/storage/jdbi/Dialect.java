package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/** What differs between the databases. */
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
   * PostgreSQL's mode knows "on conflict do nothing". Chunks that nothing refers to are reused after
   * RETENTION_TIME, which bounds the growth of a file that is flushed at every commit.
   */
  private static final String H2_SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0;QUERY_CACHE_SIZE=128"
          + ";RETENTION_TIME=5000;MAX_LENGTH_INPLACE_LOB=16384";

  private final Set<String> interference;
  private final String lockTimeout;

  Dialect(Set<String> interference, String lockTimeout) {
    this.interference = interference;
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
            + "' is neither jdbc:h2: nor jdbc:postgresql:; give one of these");
  }

  /** The URL to connect to. */
  String connectionUrl(StoreOptions options) {
    if (this == POSTGRESQL) {
      return options.url();
    }
    String order = options.waitsForDisk() ? OrderedFilePath.prefix() : "";
    // an interrupted thread would close a FileChannel, and with it the database, for everybody
    String file = "jdbc:h2:" + SealedFilePath.prefix() + order + "async:";
    return options.url().replaceFirst("^jdbc:h2:(file:)?(?=[/~.])", file) + H2_SETTINGS;
  }

  /** The time at this moment, not at the beginning of the transaction where the two differ. */
  String now() {
    return this == H2 ? "current_timestamp" : "clock_timestamp()";
  }

  /** What a new connection runs first. */
  String initialSql(Duration maxLockWait) {
    return this == H2
        ? "set lock_timeout " + maxLockWait.toMillis()
        : "set lock_timeout = " + maxLockWait.toMillis();
  }

  /** The level at which a transaction reads all tables as they are at its first statement. */
  int snapshotIsolation() {
    return this == H2
        ? Connection.TRANSACTION_SERIALIZABLE
        : Connection.TRANSACTION_REPEATABLE_READ;
  }

  /** Whether the database forgets what was committed last when its process is killed. */
  boolean needsFlush() {
    return this == H2;
  }

  /** Whether transactions got in each other's way, so that trying again helps. */
  boolean isSerializationFailure(SQLException e) {
    return e.getSQLState() != null && interference.contains(e.getSQLState());
  }

  /** Whether the connection is gone, and with it the transaction unless it was committing. */
  boolean isConnectionLost(SQLException e) {
    String state = e.getSQLState();
    return this == H2
        ? H2_CLOSED.contains(e.getErrorCode())
        : state != null && (state.startsWith("08") || state.startsWith("57P"));
  }

  /** Whether the database cannot be connected to now, and may be later. */
  boolean isAway(SQLException e) {
    return isConnectionLost(e) || TOO_MANY_CONNECTIONS.equals(e.getSQLState());
  }

  /** Whether the database could not write, because its disk is full. */
  boolean isWriteFailure(SQLException e) {
    return this == H2
        ? e.getMessage() != null && e.getMessage().contains("Writing to ")
        : DISK_FULL.equals(e.getSQLState());
  }

  /** Whether a lock was unavailable in time. */
  boolean isLockTimeout(SQLException e) {
    return lockTimeout.equals(e.getSQLState());
  }

  /** Whether a table is not there any more. */
  boolean isTableGone(SQLException e) {
    return e.getSQLState() != null && NO_TABLE.contains(e.getSQLState());
  }

  /** Whether a row was refused by a unique value or a reference. */
  boolean isConflict(SQLException e) {
    return e.getSQLState() != null && CONFLICTS.contains(e.getSQLState());
  }
}
