package dev.goldenrod.port;

/** What a data plane sees of a database. */
public enum DatabaseState {
  /** Nothing of it exists. */
  ABSENT,
  /** It is being made, started again or removed; or it was interrupted, and needs to be ensured. */
  WORKING,
  /** It waits for something that may come right by itself; the message names it. */
  BLOCKED,
  /** A client has logged in with the credentials and run a query. */
  READY,
  /** No server runs, as is wanted; its data, endpoint and login are kept. */
  STOPPED,
  /** It cannot be made for the reason in the message, and trying again would not help. */
  FAILED
}
