package dev.goldenrod.port;

import java.util.Objects;

/**
 * The present state of a database, as a data plane reports it.
 *
 * @param generation the generation that the state refers to; -1 when absent
 * @param endpoint {@code host:port}; empty until it was assigned
 * @param message why it is blocked or failed. When ready: which limits cannot be enforced, which
 *     resources it has only after a restart or cannot have, and why the clients' login no longer
 *     works. When stopped: which resources it cannot have. Else empty.
 */
public record DatabaseObservation(
    DatabaseState state, int generation, String endpoint, String message) {
  public DatabaseObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(endpoint);
    Objects.requireNonNull(message);
  }

  /** Returns the observation of a database that does not exist. */
  public static DatabaseObservation absent() {
    return new DatabaseObservation(DatabaseState.ABSENT, -1, "", "");
  }

  /** Returns the observation of a database that is being created. */
  public static DatabaseObservation working(int generation, String endpoint) {
    return new DatabaseObservation(DatabaseState.WORKING, generation, endpoint, "");
  }

  /** Returns the observation of a database that waits for what the message names. */
  public static DatabaseObservation blocked(int generation, String endpoint, String message) {
    return new DatabaseObservation(DatabaseState.BLOCKED, generation, endpoint, message);
  }

  /** Returns the observation of a database that clients can use. */
  public static DatabaseObservation ready(int generation, String endpoint) {
    return ready(generation, endpoint, "");
  }

  /**
   * Returns the observation of a database that clients can use.
   *
   * @param message which of its limits cannot be enforced, and why the clients' login no longer
   *     works; may be empty
   */
  public static DatabaseObservation ready(int generation, String endpoint, String message) {
    return new DatabaseObservation(DatabaseState.READY, generation, endpoint, message);
  }

  /** Returns the observation of a stopped database. */
  public static DatabaseObservation stopped(int generation, String endpoint) {
    return new DatabaseObservation(DatabaseState.STOPPED, generation, endpoint, "");
  }

  /** Returns the observation of a database that cannot be created. */
  public static DatabaseObservation failed(int generation, String endpoint, String message) {
    return new DatabaseObservation(DatabaseState.FAILED, generation, endpoint, message);
  }
}
