package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The desired state and the observed state of one database. Thread-safe. */
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
   * @param seen the observation until the first turn
   * @param changed called after each change of the observation
   */
  DatabaseStatus(
      DatabaseObservation seen, boolean loginVerified, BooleanSupplier closed, Runnable changed) {
    this.seen = seen;
    this.loginVerified = loginVerified;
    this.closed = closed;
    this.changed = changed;
  }

  /** The goal of a turn; {@code spec} is null if nothing is desired, or for a removal. */
  record Goal(@Nullable DatabaseSpec spec, boolean removal) {}

  DatabaseObservation observation() {
    return seen;
  }

  /** Returns whether the data plane is closed, so that work on the database is interrupted. */
  boolean isClosed() {
    return closed.getAsBoolean();
  }

  synchronized boolean isLoginVerified() {
    return loginVerified && !removal;
  }

  /** Sets the desired state; returns false if that requires no work. */
  synchronized boolean setDesired(DatabaseSpec spec) {
    if (removal || isSettled(spec)) {
      return false;
    }
    if (wanted == null || !wanted.equals(spec)) {
      wanted = spec;
    }
    seen = DatabaseObservation.working(wanted.generation(), seen.endpoint());
    return true;
  }

  /** Changes the desired resources only; returns false if that requires no work. */
  synchronized boolean resize(Resources resources) {
    if (removal || wanted == null || wanted.resources().equals(resources)) {
      return false;
    }
    wanted = wanted.with(resources);
    return true;
  }

  /** Returns the resources with which the database was last seen ready or stopped. */
  synchronized Optional<Resources> resources() {
    return removal ? Optional.empty() : Optional.ofNullable(given);
  }

  /** Requests the removal; returns false if it was requested already. */
  synchronized boolean wantRemoval() {
    if (removal) {
      return false;
    }
    removal = true;
    seen = DatabaseObservation.working(seen.generation(), seen.endpoint());
    return true;
  }

  /** Returns whether the spec is outdated, reached, in progress or about to be retried. */
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

  synchronized Goal goal() {
    return new Goal(removal ? null : wanted, removal);
  }

  synchronized boolean isCurrent(DatabaseSpec spec) {
    return wanted == spec && !removal && !closed.getAsBoolean();
  }

  /** Sets the server that should keep running; returns false if the desired state has changed. */
  synchronized boolean serves(DatabaseSpec spec, ProcessHandle process) {
    if (!isCurrent(spec)) {
      return false;
    }
    serving = process;
    return true;
  }

  synchronized boolean isServing(ProcessHandle process) {
    return process.equals(serving);
  }

  synchronized void expectNoProcess() {
    serving = null;
  }

  /** Records the exit of a process; returns false if the exit was expected. */
  synchronized boolean ended(ProcessHandle process) {
    if (!process.equals(serving) || removal || closed.getAsBoolean()) {
      return false;
    }
    serving = null;
    return true;
  }

  void movedTo(String endpoint) {
    synchronized (this) {
      seen = DatabaseObservation.working(seen.generation(), endpoint);
    }
    changed.run();
  }

  /**
   * Changes the observation, unless the desired state has changed since the turn began.
   *
   * @param spec the desired state of the turn; null for a removal
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

  int generation(@Nullable DatabaseSpec spec) {
    return spec == null ? seen.generation() : spec.generation();
  }
}
