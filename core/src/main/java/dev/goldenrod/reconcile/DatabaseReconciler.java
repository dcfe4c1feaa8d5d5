package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Ancestry;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.Promotion;
import dev.goldenrod.database.Resources;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Makes, starts, stops, restarts and deletes databases. */
final class DatabaseReconciler implements Reconciler<DatabaseReconciler.ReconcileInput> {
  private static final Duration WORKING = Duration.ofSeconds(1);
  private static final Duration RESTING = Duration.ofSeconds(30);

  private static final String LOST =
      "its data is gone from the data plane, and was not removed through Goldenrod; delete it";

  private final DataPlane dataPlane;

  DatabaseReconciler(DataPlane dataPlane) {
    this.dataPlane = dataPlane;
  }

  /**
   * A database.
   *
   * @param isNeeded whether another one is being made of it, or takes over its endpoint
   * @param dueAt when it was due; later than now when a change triggered it
   */
  record ReconcileInput(Database database, boolean isNeeded, Instant dueAt) {
    /** One that was a clone before it was restored keeps the copy that it has. */
    DatabaseSpec spec(DatabaseObservation seen) {
      DatabaseSpec spec =
          DatabaseSpec.of(database.id(), origin(), resources(database))
              .named(database.name())
              .atGeneration(Math.max(0, seen.generation()));
      Promotion promotion = database.promotion();
      return promotion.isPending()
          ? spec.takingOver(new Takeover(promotion.number(), promotion.endpoint()))
          : spec;
    }

    private Origin origin() {
      Ancestry ancestry = database.ancestry();
      if (ancestry.snapshotId() != null) {
        return new Origin.Snapshot(ancestry.snapshotId());
      }
      return ancestry.sourceId() == null
          ? new Origin.Blank(database.template().type().wireName(), database.template().version())
          : new Origin.Database(ancestry.sourceId());
    }
  }

  @Override
  public Optional<ReconcileInput> load(Transaction tx, WorkItem item) {
    return tx.databases()
        .find(item.orgId(), item.resourceId())
        .map(database -> new ReconcileInput(database, isNeeded(tx, database), item.dueAt()));
  }

  private static boolean isNeeded(Transaction tx, Database database) {
    return database.goal() == Goal.ABSENT
        && tx.databases().list(database.orgId()).stream()
            .anyMatch(other -> isMadeOf(other, database) || takesOver(other, database));
  }

  private static boolean isMadeOf(Database other, Database database) {
    return other.needsOrigin() && database.id().equals(other.ancestry().sourceId());
  }

  private static boolean takesOver(Database other, Database database) {
    return other.takesOver() && other.id().equals(database.ancestry().parentId());
  }

  @Override
  public ReconcileResult reconcile(ReconcileInput input, Instant now) {
    Database database = input.database();
    DatabaseObservation seen = dataPlane.databases().observe(database.id());
    if (database.goal() == Goal.ABSENT) {
      return remove(input, seen, now);
    }
    if (seen.state() == DatabaseState.ABSENT && !database.isBeingMade()) {
      // Made anew, it would be empty without a word.
      return store(database, database.inPhase(DatabasePhase.FAILED, LOST), now.plus(RESTING));
    }
    boolean restarting = database.phase() == DatabasePhase.RESTARTING;
    if (restarting && seen.state() == DatabaseState.STOPPED) {
      return store(database, database.inPhase(DatabasePhase.STARTING, ""), now);
    }
    boolean toRun =
        database.promotion().isPending() || database.goal() == Goal.RUNNING && !restarting;
    return toRun ? run(input, seen, now) : stop(input, seen, now);
  }

  @Override
  public ReconcileResult onError(ReconcileInput input, String reason, Instant now) {
    Database database = input.database();
    if (database.phase().isSettled()) {
      return ReconcileResult.retryLater(now);
    }
    ReconcileResult stored = store(database, database.inPhase(database.phase(), reason), now);
    return new ReconcileResult(stored.write(), now, false);
  }

  /** What is copied from is needed until the copy is there, and an endpoint until it is given. */
  private ReconcileResult remove(ReconcileInput input, DatabaseObservation seen, Instant now) {
    Database database = input.database();
    if (seen.state() == DatabaseState.ABSENT) {
      return ReconcileResult.finish(tx -> tx.databases().delete(database.orgId(), database.id()));
    }
    if (!input.isNeeded()) {
      dataPlane.databases().remove(database.id());
    }
    return ReconcileResult.retryLater(now.plus(WORKING));
  }

  private ReconcileResult stop(ReconcileInput input, DatabaseObservation seen, Instant now) {
    Database database = input.database();
    if (seen.state() == DatabaseState.STOPPED) {
      String message = message(database, seen);
      return rest(database, database.becameStopped(seen.endpoint(), message), now);
    }
    DatabasePhase phase =
        database.phase() == DatabasePhase.RESTARTING
            ? DatabasePhase.RESTARTING
            : DatabasePhase.STOPPING;
    return ensure(input, input.spec(seen).stopped(), seen, phase, now);
  }

  private ReconcileResult run(ReconcileInput input, DatabaseObservation seen, Instant now) {
    Database database = input.database();
    if (seen.state() == DatabaseState.READY && isInPlace(database)) {
      return became(database, seen, now);
    }
    if (database.phase() == DatabasePhase.FAILED) {
      return ReconcileResult.requeueAt(now.plus(RESTING));
    }
    if (seen.state() == DatabaseState.FAILED && !isToBeTriedAgain(database)) {
      return store(
          database, database.inPhase(DatabasePhase.FAILED, seen.message()), now.plus(RESTING));
    }
    DatabasePhase phase =
        database.isBeingMade() ? DatabasePhase.PROVISIONING : DatabasePhase.STARTING;
    return ensure(input, input.spec(seen), seen, phase, now);
  }

  private boolean isInPlace(Database database) {
    Promotion promotion = database.promotion();
    return !promotion.isPending()
        || dataPlane.databases().isAt(database.id(), promotion.endpoint());
  }

  /** One that was to be stopped meanwhile is stopped in the next round. */
  private ReconcileResult became(Database database, DatabaseObservation seen, Instant now) {
    Database there = database.promotion().isPending() ? database.promoted() : database;
    return there.goal() == Goal.RUNNING
        ? rest(database, there.becameRunning(seen.endpoint(), message(database, seen)), now)
        : store(database, there, now);
  }

  private static ReconcileResult rest(Database old, Database next, Instant now) {
    boolean waits = next.isBeingResized();
    return waits && next.equals(old)
        ? ReconcileResult.retryLater(now.plus(WORKING))
        : store(old, next, now.plus(waits ? WORKING : RESTING));
  }

  /** Has it given the resources that were asked for since; the message of what is there then. */
  private String message(Database database, DatabaseObservation seen) {
    if (isResized(database)) {
      return seen.message();
    }
    dataPlane.databases().resize(database.id(), resources(database));
    String message = dataPlane.databases().observe(database.id()).message();
    return isResized(database)
        ? message
        : message.isEmpty() ? Database.RESIZING : message + "; " + Database.RESIZING;
  }

  private boolean isResized(Database database) {
    return dataPlane
        .databases()
        .resources(database.id())
        .filter(has -> !has.equals(resources(database)))
        .isEmpty();
  }

  private static Resources resources(Database database) {
    return database.template().config().resources();
  }

  /** Whether somebody asked for it to start after it had failed. */
  private static boolean isToBeTriedAgain(Database database) {
    return database.phase() == DatabasePhase.STARTING && database.status().message().isEmpty();
  }

  private ReconcileResult ensure(
      ReconcileInput input,
      DatabaseSpec spec,
      DatabaseObservation seen,
      DatabasePhase phase,
      Instant now) {
    Database next = input.database().inPhase(phase, seen.message());
    if (seen.state() == DatabaseState.BLOCKED && now.isBefore(input.dueAt())) {
      // Told of the block by the data plane: to try again at once would go round and round.
      return store(input.database(), next, input.dueAt());
    }
    dataPlane.databases().ensure(spec);
    return store(input.database(), next, now.plus(WORKING));
  }

  private static ReconcileResult store(Database old, Database next, Instant again) {
    if (next.equals(old)) {
      return next.phase().isSettled()
          ? ReconcileResult.requeueAt(again)
          : ReconcileResult.retryLater(again);
    }
    return ReconcileResult.write(tx -> update(tx, old, next), again);
  }

  /** Phases on the way may be lost, but not that one was made, promoted or has failed. */
  private static boolean update(Transaction tx, Database old, Database next) {
    boolean onTheWay =
        !next.phase().isSettled()
            && next.isBeingMade() == old.isBeingMade()
            && next.promotion().equals(old.promotion());
    return onTheWay ? tx.databases().updateProgress(next) : tx.databases().update(next);
  }
}
