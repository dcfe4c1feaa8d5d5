package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreConflictException;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreOutcomeUnknownException;
import dev.goldenrod.port.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Translates the database's exceptions to those of the port. Jdbi's exceptions are dropped, because
 * their messages contain the values of the statement.
 */
record ExceptionTranslator(Dialect dialect, String location) {
  private static final int H2_FILE_LOCKED = 90020;

  /**
   * Translates the failure of a statement before the commit. A retry after a timeout would wait for
   * the timeout again.
   */
  RuntimeException beforeCommit(Throwable thrown) {
    SQLException cause = sqlException(thrown);
    return cause != null && dialect.isConnectionLost(cause) && !dialect.isResponseTimeout(cause)
        ? new TransientException(dropped(), cause)
        : translated(thrown);
  }

  /**
   * Returns whether a failed commit may have been done. A commit that could not be written was not:
   * H2 closes the database and discards what was not flushed.
   */
  boolean isOutcomeUnknown(SQLException commitFailure) {
    SQLException cause = sqlException(commitFailure);
    return cause != null && dialect.isConnectionLost(cause);
  }

  StoreOutcomeUnknownException outcomeUnknown(Throwable thrown) {
    return new StoreOutcomeUnknownException(
        "the store "
            + location
            + " was lost during the commit of a transaction, which may have"
            + " succeeded",
        thrown);
  }

  private String dropped() {
    return "the store " + location + " dropped a connection";
  }

  RuntimeException translated(Throwable thrown) {
    SQLException cause = sqlException(thrown);
    if (cause == null) {
      return new StoreException("store " + location + " failed: " + thrown.getClass(), thrown);
    }
    if (dialect.isConflict(cause)) {
      return new StoreConflictException("row refused: " + reason(cause), cause);
    }
    if (dialect.isSerializationFailure(cause)) {
      return new TransientException(
          "transactions on the store " + location + " conflicted; try again", cause);
    }
    if (dialect.isWriteFailure(cause)) {
      return new StoreUnavailableException(unwritable(), cause);
    }
    if (dialect.isResponseTimeout(cause)) {
      return new StoreUnavailableException(
          "the store " + location + " accepted a statement and did not respond in time", cause);
    }
    if (dialect.isConnectionLost(cause)) {
      return new StoreUnavailableException(dropped(), cause);
    }
    if (dialect.isLockTimeout(cause)) {
      return new StoreUnavailableException(
          "another transaction kept a row of the store " + location + " locked; try again", cause);
    }
    if (dialect.isTableGone(cause)) {
      return new StoreUnavailableException(
          "the store " + location + " has lost its tables; restore a backup of it", cause);
    }
    return new StoreException("store " + location + " failed: " + reason(cause), cause);
  }

  StoreUnavailableException exhausted(Throwable thrown) {
    return new StoreUnavailableException(
        "all connections to the store "
            + location
            + " are in use; try again, or allow more connections",
        thrown);
  }

  /**
   * Explains why a store that was open has no connection now. The cause may be temporary: a
   * PostgreSQL may reject its user for a while, a disk may be full, and an embedded store whose
   * disk was full may take longer to rebuild its file than the connection pool waits.
   */
  StoreException lost(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof StoreException known) {
        return new StoreUnavailableException(known.getMessage(), thrown);
      }
    }
    StoreException failure = unreachable(thrown);
    SQLException cause = sqlException(thrown);
    boolean passes =
        dialect == Dialect.POSTGRESQL
            || cause instanceof SQLTransientConnectionException
            || (cause != null && dialect.isWriteFailure(cause));
    return passes && !(failure instanceof StoreUnavailableException)
        ? new StoreUnavailableException(failure.getMessage(), thrown)
        : failure;
  }

  StoreException unreachable(Throwable thrown) {
    SQLException cause = sqlException(thrown);
    if (cause == null) {
      return new StoreException("cannot reach the store " + location, thrown);
    }
    if (cause.getErrorCode() == H2_FILE_LOCKED) {
      return inUse(cause);
    }
    if (dialect.isWriteFailure(cause)) {
      return new StoreException(unwritable(), cause);
    }
    String message =
        "cannot reach the store "
            + location
            + ": "
            + reason(cause)
            + "; check its URL, user and password, and that it runs";
    return dialect.isUnreachable(cause)
        ? new StoreUnavailableException(message, cause)
        : new StoreException(message, cause);
  }

  StoreException inUse() {
    return inUse(null);
  }

  private StoreException inUse(@Nullable SQLException cause) {
    return new StoreException(
        "store file "
            + file()
            + " is in use by another server; stop that one or use another data directory",
        cause);
  }

  private String unwritable() {
    String written = dialect == Dialect.H2 ? "store file " + file() : "the store " + location;
    return written + " cannot be written; free some space on its disk";
  }

  private String file() {
    return location.replaceFirst("^jdbc:h2:(async:|file:)?", "") + ".mv.db";
  }

  private static @Nullable SQLException sqlException(Throwable thrown) {
    SQLException deepest = null;
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof SQLException e) {
        deepest = e;
      }
    }
    return deepest;
  }

  /** Returns the first sentence of the driver's message, without the values of the row. */
  private static String reason(SQLException e) {
    String message = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
    return message.split("\n| VALUES |; SQL statement", 2)[0];
  }

  /** Nothing was committed, and a retry may succeed. */
  static final class TransientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TransientException(String message, SQLException cause) {
      super(message, cause);
    }
  }
}
