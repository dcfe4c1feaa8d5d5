package dev.goldenrod.port;

/** The states of a database in a data plane. */
public enum DatabaseState {
  ABSENT,
  /** Work is in progress, or was interrupted so that {@code ensure} must be called again. */
  WORKING,
  /** The database waits for a condition that may resolve itself; the message names it. */
  BLOCKED,
  /** A client has logged in with the database's credentials and run a query. */
  READY,
  /** The database is stopped as requested; its data, endpoint and login are kept. */
  STOPPED,
  /** The database cannot be created, for the reason in the message; retrying would not help. */
  FAILED
}
