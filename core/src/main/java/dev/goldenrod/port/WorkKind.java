package dev.goldenrod.port;

/** What a work item is about. */
public enum WorkKind {
  INSTANCE,
  IMPORT,
  GOLDEN,
  POOL,
  DATABASE,
  DATABASE_SNAPSHOT
}
