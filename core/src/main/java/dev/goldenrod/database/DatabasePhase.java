package dev.goldenrod.database;

import java.util.Locale;

/** Where a database stands. */
public enum DatabasePhase {
  PROVISIONING,
  RUNNING,
  STARTING,
  STOPPING,
  STOPPED,
  RESTARTING,
  DELETING,
  FAILED;

  /** The name in the API, as in {@code running}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it will not change by itself. */
  public boolean isSettled() {
    return this == RUNNING || this == STOPPED || this == FAILED;
  }
}
