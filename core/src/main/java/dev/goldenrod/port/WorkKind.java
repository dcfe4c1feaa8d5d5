package dev.goldenrod.port;

import java.util.Locale;

/** The kinds of resources that work items refer to. */
public enum WorkKind {
  INSTANCE,
  IMPORT,
  GOLDEN,
  POOL,
  DATABASE,
  DATABASE_SNAPSHOT,
  SNAPSHOT_SCHEDULE,
  /**
   * A periodic task that only one server at a time runs. Only its lease matters; it is never due.
   */
  TASK;

  /** Returns the name in logs and audit events, as in {@code database_snapshot}. */
  public String noun() {
    return name().toLowerCase(Locale.ROOT);
  }
}
