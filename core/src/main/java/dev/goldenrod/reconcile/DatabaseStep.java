package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;

/** The next step of a database, decided from what is wanted and what is seen. */
sealed interface DatabaseStep {
  String LOST =
      "its data is gone from the data plane, and was not removed through Goldenrod; delete it";

  /** The database is gone, as was wanted: delete its row. */
  record Delete() implements DatabaseStep {}

  /** Ask the data plane to remove the database. */
  record Remove() implements DatabaseStep {}

  /** Keep the database until the one that needs it has what it needs. */
  record Keep() implements DatabaseStep {}

  /** Ask the data plane for the database, and store it as it then stands. */
  record Ensure(Database next, boolean running) implements DatabaseStep {}

  /**
   * It runs or is stopped, as is wanted: have it given the resources that were asked for, and store
   * it with the message of what it has.
   */
  record Settle(Database next) implements DatabaseStep {}

  /** Store the database as it now stands. */
  record Become(Database next) implements DatabaseStep {}

  /** Store the database as it now stands, and decide again at once. */
  record Proceed(Database next) implements DatabaseStep {}

  /** It failed, and nothing is to be done until it is asked for. */
  record Rest() implements DatabaseStep {}

  /**
   * Decides from the arguments alone.
   *
   * @param isNeeded whether another database is being made of it, or takes over its endpoint
   * @param isInPlace whether it has the endpoint that it is to take over, if it is to
   */
  static DatabaseStep decide(
      Database database, DatabaseObservation seen, boolean isNeeded, boolean isInPlace) {
    if (database.goal() == Goal.ABSENT) {
      return remove(seen, isNeeded);
    }
    if (seen.state() == DatabaseState.ABSENT && !database.neverRan()) {
      // Made anew, it would be empty without a word.
      return new Become(database.inPhase(DatabasePhase.FAILED, LOST));
    }
    boolean restarting = database.phase() == DatabasePhase.RESTARTING;
    if (restarting && seen.state() == DatabaseState.STOPPED) {
      return new Proceed(database.inPhase(DatabasePhase.STARTING, ""));
    }
    boolean toRun =
        database.promotion().isPending() || database.goal() == Goal.RUNNING && !restarting;
    return toRun ? run(database, seen, isInPlace) : stop(database, seen);
  }

  /** What is copied from is needed until the copy is there, and an endpoint until it is given. */
  private static DatabaseStep remove(DatabaseObservation seen, boolean isNeeded) {
    if (seen.state() == DatabaseState.ABSENT) {
      return new Delete();
    }
    return isNeeded ? new Keep() : new Remove();
  }

  private static DatabaseStep stop(Database database, DatabaseObservation seen) {
    if (seen.state() == DatabaseState.STOPPED) {
      return new Settle(database.becameStopped(seen.endpoint(), seen.message()));
    }
    DatabasePhase phase =
        database.phase() == DatabasePhase.RESTARTING
            ? DatabasePhase.RESTARTING
            : DatabasePhase.STOPPING;
    return new Ensure(database.inPhase(phase, seen.message()), false);
  }

  private static DatabaseStep run(Database database, DatabaseObservation seen, boolean isInPlace) {
    if (seen.state() == DatabaseState.READY && isInPlace) {
      return became(database, seen);
    }
    if (database.phase() == DatabasePhase.FAILED) {
      return new Rest();
    }
    if (seen.state() == DatabaseState.FAILED && !isToBeTriedAgain(database)) {
      return new Become(database.inPhase(DatabasePhase.FAILED, seen.message()));
    }
    DatabasePhase phase = database.neverRan() ? DatabasePhase.PROVISIONING : DatabasePhase.STARTING;
    return new Ensure(database.inPhase(phase, seen.message()), true);
  }

  /** One that was to be stopped meanwhile is stopped in the next round. */
  private static DatabaseStep became(Database database, DatabaseObservation seen) {
    Database there = database.promotion().isPending() ? database.promoted() : database;
    return there.goal() == Goal.RUNNING
        ? new Settle(there.becameRunning(seen.endpoint(), seen.message()))
        : new Proceed(there);
  }

  /** Whether a member asked for it to start after it had failed. */
  private static boolean isToBeTriedAgain(Database database) {
    String message = database.status().message();
    return database.phase() == DatabasePhase.STARTING
        && (message.isEmpty() || message.equals(DataPlanes.OFFLINE));
  }
}
