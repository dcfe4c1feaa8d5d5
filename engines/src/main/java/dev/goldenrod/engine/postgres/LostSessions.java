package dev.goldenrod.engine.postgres;

import java.sql.SQLException;

/** Distinguishes broken sessions from errors that the server reports in them. */
public final class LostSessions {
  private static final String CONNECTION_EXCEPTION = "08";

  private LostSessions() {}

  /** Returns whether the failure or one of its causes is a broken session. */
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
