package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What is wanted of one database, and how it stands. Thread-safe. */
final class DatabaseStatus {
  private final BooleanSupplier closed;
  private final Runnable changed;
  private volatile DatabaseObservation seen;
  private @Nullable DatabaseSpec wanted;
  private @Nullable Resources given;
  private boolean removal;
  private boolean loginVerified;
  private @Nullable ProcessHandle serving;

  /**
   * A database that nothing is wanted of yet.
   *
   * @param seen how it stands until its first turn
   * @param loginVerified whether a client could log in before
   * @param closed whether this server ends, so that nothing is noted any more
   * @param changed told after each change of what is seen
   */
  DatabaseStatus(
      DatabaseObservation seen, boolean loginVerified, BooleanSupplier closed, Runnable changed) {
    this.seen = seen;
    this.loginVerified = loginVerified;
    this.closed = closed;
    this.changed = changed;
  }

  /**
   * What a turn has to reach.
   *
   * @param spec null for nothing
   */
  record Goal(@Nullable DatabaseSpec spec, boolean removal) {}

  DatabaseObservation observation() {
    return seen;
  }

  /** Whether a client may be told how to log in. */
  synchronized boolean isLoginVerified() {
    return loginVerified && !removal;
  }

  /** Wants it as in the spec; false when that changes nothing. */
  synchronized boolean want(DatabaseSpec spec) {
    if (removal || isSettled(spec)) {
      return false;
    }
    if (wanted == null || !wanted.equals(spec)) {
      wanted = spec;
    }
    seen = DatabaseObservation.working(wanted.generation(), seen.endpoint());
    return true;
  }

  /** Wants it with those resources, and otherwise as it is; false when that changes nothing. */
  synchronized boolean resize(Resources resources) {
    if (removal || wanted == null || wanted.resources().equals(resources)) {
      return false;
    }
    wanted = wanted.with(resources);
    return true;
  }

  /** The resources that it was last seen with, running or stopped; empty before. */
  synchronized Optional<Resources> resources() {
    return removal ? Optional.empty() : Optional.ofNullable(given);
  }

  /** Wants it gone; false when that changes nothing. */
  synchronized boolean wantRemoval() {
    if (removal) {
      return false;
    }
    removal = true;
    seen = DatabaseObservation.working(seen.generation(), seen.endpoint());
    return true;
  }

  /**
   * Whether that spec is older than what is wanted, or there, or under way, or tried again soon.
   */
  private boolean isSettled(DatabaseSpec spec) {
    if (wanted == null || spec.generation() > wanted.generation()) {
      return false;
    }
    return spec.generation() < wanted.generation()
        || spec.running() == wanted.running()
            && seen.state() != DatabaseState.FAILED
            && takeoverNumber(spec) <= takeoverNumber(wanted);
  }

  private static int takeoverNumber(DatabaseSpec spec) {
    return spec.takeover() == null ? 0 : spec.takeover().number();
  }

  /** What is wanted now. */
  synchronized Goal goal() {
    return new Goal(removal ? null : wanted, removal);
  }

  synchronized boolean isCurrent(DatabaseSpec spec) {
    return wanted == spec && !removal && !closed.getAsBoolean();
  }

  /** From now on the process is to run on; false when something else is wanted meanwhile. */
  synchronized boolean serves(DatabaseSpec spec, ProcessHandle process) {
    if (!isCurrent(spec)) {
      return false;
    }
    serving = process;
    return true;
  }

  /** Whether that process is expected to run on. */
  synchronized boolean isServing(ProcessHandle process) {
    return process.equals(serving);
  }

  /** From now on no process is expected to run on. */
  synchronized void expectNoProcess() {
    serving = null;
  }

  /** The process ended; false when it was not expected to run on. */
  synchronized boolean ended(ProcessHandle process) {
    if (!process.equals(serving) || removal || closed.getAsBoolean()) {
      return false;
    }
    serving = null;
    return true;
  }

  /** Takes note of a new endpoint. */
  void movedTo(String endpoint) {
    synchronized (this) {
      seen = DatabaseObservation.working(seen.generation(), endpoint);
    }
    changed.run();
  }

  /**
   * Takes note of how the database stands, unless something else is wanted of it meanwhile.
   *
   * @param spec what was worked on; null for the removal
   */
  void transitionTo(@Nullable DatabaseSpec spec, DatabaseObservation observation) {
    synchronized (this) {
      boolean current = spec == null ? removal : isCurrent(spec);
      if (!current || closed.getAsBoolean()) {
        return;
      }
      boolean isGiven = spec != null && isAtRest(observation) && !spec.resources().equals(given);
      given = isGiven ? spec.resources() : given;
      if (observation.equals(seen) && !isGiven) {
        return;
      }
      seen = observation;
      loginVerified |= observation.state() == DatabaseState.READY;
    }
    changed.run();
  }

  private static boolean isAtRest(DatabaseObservation observation) {
    return observation.state() == DatabaseState.READY
        || observation.state() == DatabaseState.STOPPED;
  }

  /** The generation that was worked on. */
  int generation(@Nullable DatabaseSpec spec) {
    return spec == null ? seen.generation() : spec.generation();
  }
}
