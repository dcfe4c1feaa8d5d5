package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreConflictException;
import dev.goldenrod.port.StoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Turns what the database throws into what the port promises. Jdbi's own exceptions are dropped:
 * their messages hold the values of the statement.
 */
record ExceptionTranslator(Dialect dialect, String location) {
  private static final int H2_FILE_LOCKED = 90020;

  /** What the failure of a statement means, before anything was committed. */
  RuntimeException beforeCommit(Throwable thrown) {
    SQLException cause = sqlException(thrown);
    return cause != null && dialect.isConnectionLost(cause)
        ? new TransientException("the store " + location + " dropped a connection", cause)
        : translated(thrown);
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
          "transactions on the store " + location + " got in each other's way; try again", cause);
    }
    if (dialect.isLockTimeout(cause)) {
      return new StoreException(
          "another transaction kept a row of the store " + location + " locked; try again", cause);
    }
    if (dialect.isWriteFailure(cause)) {
      return unwritable(cause);
    }
    return new StoreException("store " + location + " failed: " + reason(cause), cause);
  }

  /** Why the store could not be opened or reached. */
  StoreException unreachable(Throwable thrown) {
    SQLException cause = sqlException(thrown);
    if (cause == null) {
      return new StoreException("cannot reach the store " + location, thrown);
    }
    if (cause.getErrorCode() == H2_FILE_LOCKED) {
      return new StoreException(
          "store file "
              + file()
              + " is in use by another server; stop that one or use another data directory",
          cause);
    }
    if (dialect.isWriteFailure(cause)) {
      return unwritable(cause);
    }
    return new StoreException(
        "cannot reach the store "
            + location
            + ": "
            + reason(cause)
            + "; check its URL, user and password, and that it runs",
        cause);
  }

  private StoreException unwritable(SQLException cause) {
    return new StoreException(
        "store file " + file() + " cannot be written; free some space on its disk", cause);
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

  /** The driver's first sentence, without the values of the row. */
  private static String reason(SQLException e) {
    String message = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
    return message.split("\n| VALUES |; SQL statement", 2)[0];
  }

  /** Nothing was committed, and it may go well the next time. */
  static final class TransientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TransientException(String message, SQLException cause) {
      super(message, cause);
    }
  }
}
