package dev.goldenrod.port;

import java.util.Locale;

/** What a work item is about. */
public enum WorkKind {
  INSTANCE,
  IMPORT,
  GOLDEN,
  POOL,
  DATABASE,
  DATABASE_SNAPSHOT,
  SNAPSHOT_SCHEDULE,
  /** A task that one server at a time does; only its lease counts, it is never due. */
  TASK;

  /** As logs and the audit name it, as in {@code database_snapshot}. */
  public String noun() {
    return name().toLowerCase(Locale.ROOT);
  }
}
