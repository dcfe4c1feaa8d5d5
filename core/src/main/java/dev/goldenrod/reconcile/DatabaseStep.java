package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;

/** The next step of a database, decided from its requested and its observed state. */
sealed interface DatabaseStep {
  String LOST =
      "its data is gone from the data plane, and was not removed through Goldenrod; delete it";

  record Delete() implements DatabaseStep {}

  record Remove() implements DatabaseStep {}

  /** Keep the database until the one that needs it is ready. */
  record Keep() implements DatabaseStep {}

  /** Call {@code ensure} in the data plane, and store the database's new state. */
  record Ensure(Database next, boolean running) implements DatabaseStep {}

  /** Apply the requested resources, and store the database with the resulting message. */
  record Apply(Database next) implements DatabaseStep {}

  record Save(Database next) implements DatabaseStep {}

  /** Store the database's new state, and decide again at once. */
  record Repeat(Database next) implements DatabaseStep {}

  /** The database failed, and waits for a request. */
  record NoOp() implements DatabaseStep {}

  /**
   * Decides the next step, without side effects.
   *
   * @param isNeeded whether another database is being made from this one or takes over its endpoint
   * @param isInPlace whether the database has the endpoint that it is to take over, if any
   */
  static DatabaseStep decide(
      Database database, DatabaseObservation seen, boolean isNeeded, boolean isInPlace) {
    if (database.goal() == Goal.ABSENT) {
      return remove(seen, isNeeded);
    }
    if (seen.state() == DatabaseState.ABSENT && !database.neverRan()) {
      // To create it again would silently replace its data by an empty database.
      return new Save(database.inPhase(DatabasePhase.FAILED, LOST));
    }
    boolean restarting = database.phase() == DatabasePhase.RESTARTING;
    if (restarting && seen.state() == DatabaseState.STOPPED) {
      return new Repeat(database.inPhase(DatabasePhase.STARTING, ""));
    }
    boolean shouldRun =
        database.promotion().isPending() || database.goal() == Goal.RUNNING && !restarting;
    return shouldRun ? run(database, seen, isInPlace) : stop(database, seen);
  }

  /** Keeps a database that is being copied, or whose endpoint is being taken over. */
  private static DatabaseStep remove(DatabaseObservation seen, boolean isNeeded) {
    if (seen.state() == DatabaseState.ABSENT) {
      return new Delete();
    }
    return isNeeded ? new Keep() : new Remove();
  }

  private static DatabaseStep stop(Database database, DatabaseObservation seen) {
    if (seen.state() == DatabaseState.STOPPED) {
      return new Apply(database.becameStopped(seen.endpoint(), seen.message()));
    }
    DatabasePhase phase =
        database.phase() == DatabasePhase.RESTARTING
            ? DatabasePhase.RESTARTING
            : DatabasePhase.STOPPING;
    return new Ensure(database.inPhase(phase, seen.message()), false);
  }

  private static DatabaseStep run(Database database, DatabaseObservation seen, boolean isInPlace) {
    if (seen.state() == DatabaseState.READY && isInPlace) {
      return afterReady(database, seen);
    }
    if (database.phase() == DatabasePhase.FAILED) {
      return new NoOp();
    }
    if (seen.state() == DatabaseState.FAILED && !shouldRetry(database)) {
      return new Save(database.inPhase(DatabasePhase.FAILED, seen.message()));
    }
    DatabasePhase phase = database.neverRan() ? DatabasePhase.PROVISIONING : DatabasePhase.STARTING;
    return new Ensure(database.inPhase(phase, seen.message()), true);
  }

  /** If the database is to be stopped, the next reconciliation does that. */
  private static DatabaseStep afterReady(Database database, DatabaseObservation seen) {
    Database there = database.promotion().isPending() ? database.promoted() : database;
    return there.goal() == Goal.RUNNING
        ? new Apply(there.becameRunning(seen.endpoint(), seen.message()))
        : new Repeat(there);
  }

  private static boolean shouldRetry(Database database) {
    String message = database.status().message();
    return database.phase() == DatabasePhase.STARTING
        && (message.isEmpty() || message.equals(DataPlanes.OFFLINE));
  }
}
