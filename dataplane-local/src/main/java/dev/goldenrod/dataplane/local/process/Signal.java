package dev.goldenrod.dataplane.local.process;

/** A signal that asks a process to end. The names are the system's. */
public enum Signal {
  /** As Ctrl-C; to PostgreSQL: disconnect everybody, write everything, end. */
  INT,
  /** To PostgreSQL: end at once, as in a crash. */
  QUIT,
  TERM,
  /** Nothing can refuse it. */
  KILL,
  /** Stand still; nothing can refuse it. */
  STOP,
  /** Go on. */
  CONT
}
