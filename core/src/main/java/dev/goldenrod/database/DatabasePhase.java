package dev.goldenrod.database;

import java.util.Locale;

/** The phases of a database. */
public enum DatabasePhase {
  PROVISIONING,
  RUNNING,
  STARTING,
  STOPPING,
  STOPPED,
  RESTARTING,
  DELETING,
  FAILED;

  /** Returns the name in the API, as in {@code running}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the phase lasts until a request or a failure changes it. */
  public boolean isSettled() {
    return this == RUNNING || this == STOPPED || this == FAILED;
  }
}
