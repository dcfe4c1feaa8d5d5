package dev.goldenrod.port;

import java.util.Objects;

/**
 * A database as a data plane sees it now.
 *
 * @param generation the generation that the state speaks of; -1 when absent
 * @param endpoint {@code host:port}; empty until it was assigned
 * @param message why it is blocked or failed; of one that is in use, which of its limits nothing
 *     enforces, which of its resources it has from its next restart on or cannot be given, and why
 *     the login that clients were given no longer works; of a stopped one, what it cannot be given;
 *     else empty
 */
public record DatabaseObservation(
    DatabaseState state, int generation, String endpoint, String message) {
  public DatabaseObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(endpoint);
    Objects.requireNonNull(message);
  }

  /** Nothing of the database exists. */
  public static DatabaseObservation absent() {
    return new DatabaseObservation(DatabaseState.ABSENT, -1, "", "");
  }

  /** The database is being made. */
  public static DatabaseObservation working(int generation, String endpoint) {
    return new DatabaseObservation(DatabaseState.WORKING, generation, endpoint, "");
  }

  /** The database waits for what the message names. */
  public static DatabaseObservation blocked(int generation, String endpoint, String message) {
    return new DatabaseObservation(DatabaseState.BLOCKED, generation, endpoint, message);
  }

  /** The database is in use. */
  public static DatabaseObservation ready(int generation, String endpoint) {
    return ready(generation, endpoint, "");
  }

  /**
   * The database is in use.
   *
   * @param message which of its limits nothing enforces, and why the login that clients were given
   *     no longer works; may be empty
   */
  public static DatabaseObservation ready(int generation, String endpoint, String message) {
    return new DatabaseObservation(DatabaseState.READY, generation, endpoint, message);
  }

  /** The database is stopped. */
  public static DatabaseObservation stopped(int generation, String endpoint) {
    return new DatabaseObservation(DatabaseState.STOPPED, generation, endpoint, "");
  }

  /** The database cannot be made. */
  public static DatabaseObservation failed(int generation, String endpoint, String message) {
    return new DatabaseObservation(DatabaseState.FAILED, generation, endpoint, message);
  }
}
