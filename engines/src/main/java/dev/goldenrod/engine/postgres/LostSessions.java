package dev.goldenrod.engine.postgres;

import java.sql.SQLException;

/** Tells sessions of a server that broke from what the server refused in them. */
public final class LostSessions {
  private static final String CONNECTION_EXCEPTION = "08";

  private LostSessions() {}

  /** Whether a session broke, by what the failure or one of its causes says. */
  public static boolean isReasonOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql
          && String.valueOf(sql.getSQLState()).startsWith(CONNECTION_EXCEPTION)) {
        return true;
      }
    }
    return false;
  }
}
