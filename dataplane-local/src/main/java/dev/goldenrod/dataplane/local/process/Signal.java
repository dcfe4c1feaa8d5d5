package dev.goldenrod.dataplane.local.process;

/** Signals with their system names. */
public enum Signal {
  /** For PostgreSQL: disconnect all clients, checkpoint and exit. */
  INT,
  /** For PostgreSQL: exit immediately, as in a crash. */
  QUIT,
  TERM,
  KILL,
  STOP,
  CONT
}
