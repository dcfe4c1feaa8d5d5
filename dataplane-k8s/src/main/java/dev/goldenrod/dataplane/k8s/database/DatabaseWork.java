package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.dataplane.k8s.work.LatestTaskRunner;
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

/** The work of this process on one database, and its result. Thread-safe. */
final class DatabaseWork {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseWork.class);

  private final UUID id;
  private final DatabaseProvisioner provisioner;
  private final DatabaseView view;
  private final Executor executor;
  private final Consumer<UUID> displaced;
  private final LatestTaskRunner work;
  private @Nullable DatabaseSpec wanted;
  private Optional<RecordedTarget> before = Optional.empty();
  private boolean isRemoved;
  private boolean isNew;

  /** The target recorded in the database's Secret. */
  private record RecordedTarget(int generation, boolean running) {}

  /**
   * @param displaced receives the id of a database whose endpoint this one took over
   * @param reportDelay how long work waits for something before the observation reports it
   */
  DatabaseWork(
      UUID id,
      DatabaseProvisioner provisioner,
      DatabaseView view,
      Executor executor,
      Runnable changed,
      Consumer<UUID> displaced,
      Duration reportDelay) {
    this.id = id;
    this.provisioner = provisioner;
    this.view = view;
    this.executor = executor;
    this.displaced = displaced;
    this.work = new LatestTaskRunner("database " + id, executor, changed, reportDelay);
  }

  synchronized DatabaseObservation observation() {
    DatabaseObservation seen = view.of(id);
    // A new database counts as done as soon as another server has brought it to its target.
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

  /** Returns whether the database is being created and was never ready for clients. */
  synchronized boolean isNew() {
    return isNew && work.isBusy() && !isAsWanted(view.of(id));
  }

  boolean isBusy() {
    return work.isBusy();
  }

  /** Brings the database to the spec, unless that is in progress or done. */
  synchronized void ensure(DatabaseSpec spec) {
    DatabaseSpec before = wanted;
    if (isRemoved || before != null && spec.generation() < before.generation()) {
      return;
    }
    if (!spec.equals(before)) {
      wanted = spec;
      start(work::begin, spec);
    } else if (!work.isBusy() && !isDone()) {
      start(work::beginAgain, spec);
    }
  }

  /** Repeats the work for the last spec. */
  synchronized void repeat() {
    if (wanted != null && !isRemoved) {
      start(work::begin, wanted);
    }
  }

  synchronized void remove() {
    if (isRemoved && work.isBusy()) {
      return;
    }
    isRemoved = true;
    // Work in progress may hang on a server that does not answer, and ends only with its pod.
    executor.execute(this::removeNow);
    work.begin(
        waiting -> {
          provisioner.remove(id);
          waiting.forValue(
              () -> Optional.of(id).filter(provisioner::isGone),
              () -> provisioner.removalBlocker(id));
        });
  }

  private void removeNow() {
    try {
      provisioner.remove(id);
    } catch (DataPlaneException e) {
      LOG.debug("Cannot remove database {} now, its queued work will", id, e);
    }
  }

  void wake() {
    work.wake();
  }

  private void start(Consumer<Consumer<ClusterWait>> beginning, DatabaseSpec spec) {
    isNew = view.root(id).filter(DatabaseRoot::hadClients).isEmpty() || isNew();
    before = target();
    beginning.accept(waiting -> provisioner.reconcile(spec, waiting).ifPresent(displaced));
  }

  /** A failure is obsolete if another server has changed the target since. */
  private boolean isOvertaken() {
    Optional<RecordedTarget> now = target();
    return !now.equals(before)
        && now.filter(target -> target.generation() < 0).isEmpty()
        && !now.equals(Optional.ofNullable(wanted).map(DatabaseWork::target));
  }

  private Optional<RecordedTarget> target() {
    return view.root(id)
        .filter(root -> !root.isBeingDeleted())
        .map(root -> new RecordedTarget(root.generation(), root.isToRun()));
  }

  private static RecordedTarget target(DatabaseSpec spec) {
    return new RecordedTarget(spec.generation(), spec.running());
  }

  private boolean isDone() {
    return work.failure().isEmpty() && isAsWanted(view.of(id));
  }

  private boolean isAsWanted(DatabaseObservation seen) {
    return wanted != null
        && !isRemoved
        && seen.generation() >= wanted.generation()
        && seen.state() == (wanted.running() ? DatabaseState.READY : DatabaseState.STOPPED);
  }
}
