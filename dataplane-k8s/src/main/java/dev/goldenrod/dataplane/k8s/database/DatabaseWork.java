package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.work.LatestWork;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process does for one database, and what it knows of it. Thread-safe. */
final class DatabaseWork {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseWork.class);

  private final UUID id;
  private final DatabaseProvisioner provisioner;
  private final DatabaseView view;
  private final Executor executor;
  private final Consumer<UUID> displaced;
  private final LatestWork work;
  private @Nullable DatabaseSpec wanted;
  private Optional<Aim> before = Optional.empty();
  private boolean isRemoved;
  private boolean isNew;

  /** What the Secret says that the database is to be. */
  private record Aim(int generation, boolean running) {}

  /**
   * Nothing to do yet.
   *
   * @param changed is called when the observation may have changed
   * @param displaced is told of a database that this one took the endpoint from
   * @param untold how long work waits for something before the observation says so
   */
  DatabaseWork(
      UUID id,
      DatabaseProvisioner provisioner,
      DatabaseView view,
      Executor executor,
      Runnable changed,
      Consumer<UUID> displaced,
      Duration untold) {
    this.id = id;
    this.provisioner = provisioner;
    this.view = view;
    this.executor = executor;
    this.displaced = displaced;
    this.work = new LatestWork("database " + id, executor, changed, untold);
  }

  /** The database as it is, with what this process knows of it. */
  synchronized DatabaseObservation observation() {
    DatabaseObservation seen = view.of(id);
    // Another server says so already.
    boolean isBusy = work.isBusy() && !(isNew && isAsWanted(seen));
    boolean isOver = !isBusy && (isAsWanted(seen) || isOvertaken());
    Optional<WorkFailure> failure = isOver ? Optional.empty() : work.failure();
    if (isBusy || failure.isPresent()) {
      int generation = Math.max(seen.generation(), wanted == null ? -1 : wanted.generation());
      DatabaseState state =
          failure
              .map(known -> known.isFinal() ? DatabaseState.FAILED : DatabaseState.BLOCKED)
              .orElse(DatabaseState.WORKING);
      return new DatabaseObservation(
          state, generation, seen.endpoint(), failure.map(WorkFailure::message).orElse(""));
    }
    return seen;
  }

  /** Whether the database is being made, and no client was told of it yet. */
  synchronized boolean isNew() {
    return isNew && work.isBusy() && !isAsWanted(view.of(id));
  }

  /** Whether this process does anything for the database. */
  boolean isBusy() {
    return work.isBusy();
  }

  /** Brings the database to the spec, unless that is under way or done. */
  synchronized void ensure(DatabaseSpec spec) {
    DatabaseSpec before = wanted;
    if (isRemoved || before != null && spec.generation() < before.generation()) {
      return;
    }
    if (!spec.equals(before)) {
      wanted = spec;
      bring(work::begin, spec);
    } else if (!work.isBusy() && !isThere()) {
      bring(work::beginAgain, spec);
    }
  }

  /** Works again on what was asked for last. */
  synchronized void again() {
    if (wanted != null && !isRemoved) {
      bring(work::begin, wanted);
    }
  }

  /** Removes the database; whatever else is under way ends. */
  synchronized void remove() {
    if (isRemoved && work.isBusy()) {
      return;
    }
    isRemoved = true;
    // At once: what is under way may hang on a server that does not answer, and ends with its pod.
    executor.execute(this::removeAtOnce);
    work.begin(
        waiting -> {
          provisioner.remove(id);
          waiting.forValue(
              () -> Optional.of(id).filter(provisioner::isGone), () -> provisioner.whatHoldsUp(id));
        });
  }

  private void removeAtOnce() {
    try {
      provisioner.remove(id);
    } catch (DataPlaneException e) {
      LOG.debug("database {}: removed by the work that follows", id, e);
    }
  }

  /** Something of the database has changed in the cluster. */
  void wake() {
    work.wake();
  }

  private void bring(Consumer<Consumer<Waiting>> beginning, DatabaseSpec spec) {
    isNew = view.root(id).filter(DatabaseRoot::hadClients).isEmpty() || isNew();
    before = aim();
    beginning.accept(waiting -> provisioner.bring(spec, waiting).ifPresent(displaced));
  }

  /** Whether another server has made something else of it since: what went wrong here is over. */
  private boolean isOvertaken() {
    Optional<Aim> now = aim();
    return !now.equals(before)
        && now.filter(aim -> aim.generation() < 0).isEmpty()
        && !now.equals(Optional.ofNullable(wanted).map(DatabaseWork::aim));
  }

  private Optional<Aim> aim() {
    return view.root(id)
        .filter(root -> !root.isGoing())
        .map(root -> new Aim(root.generation(), root.isToRun()));
  }

  private static Aim aim(DatabaseSpec spec) {
    return new Aim(spec.generation(), spec.running());
  }

  private boolean isThere() {
    return work.failure().isEmpty() && isAsWanted(view.of(id));
  }

  private boolean isAsWanted(DatabaseObservation seen) {
    return wanted != null
        && !isRemoved
        && seen.generation() >= wanted.generation()
        && seen.state() == (wanted.running() ? DatabaseState.READY : DatabaseState.STOPPED);
  }
}
