package dev.goldenrod.reconcile;

import dev.goldenrod.Deletion;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.Promotion;
import dev.goldenrod.database.Resources;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Creates, starts, stops, restarts and deletes databases. */
final class DatabaseReconciler implements Reconciler<DatabaseReconciler.ReconcileInput> {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final Duration RECHECK_INTERVAL = Duration.ofSeconds(30);
  private static final String ORIGIN_DELETED =
      "its golden version was deleted; delete this database, and create it from another version";

  private final DataPlane dataPlane;
  private final IdGenerator ids;

  DatabaseReconciler(DataPlane dataPlane, IdGenerator ids) {
    this.dataPlane = dataPlane;
    this.ids = ids;
  }

  /**
   * A database with what its reconciliation needs.
   *
   * @param handle the handle of the golden version that the database is made from; empty for none,
   *     or when that version was deleted
   * @param isNeeded whether another database is being made from it or takes over its endpoint
   * @param dueAt when it was due; later than now when a change triggered the reconciliation
   */
  record ReconcileInput(Database database, String handle, boolean isNeeded, Instant dueAt) {
    /**
     * Keeps the observed generation: a restored database that was a clone before keeps its copy.
     */
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

    /**
     * Returns whether the database can never be created, because its golden version was deleted.
     */
    boolean isOriginDeleted() {
      return database.ancestry().golden() != null && handle.isEmpty() && database.neverRan();
    }

    private Origin origin() {
      Ancestry ancestry = database.ancestry();
      GoldenRef golden = ancestry.golden();
      if (golden != null) {
        return new Origin.Version(
            new VersionRef(golden.goldenId(), golden.name(), golden.version(), handle));
      }
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
        .map(
            database ->
                new ReconcileInput(
                    database, handle(tx, database), isNeeded(tx, database), item.dueAt()));
  }

  private static String handle(Transaction tx, Database database) {
    return Optional.ofNullable(database.ancestry().golden())
        .flatMap(golden -> tx.goldens().findVersion(golden.goldenId(), golden.version()))
        .map(GoldenVersion::handle)
        .orElse("");
  }

  private static boolean isNeeded(Transaction tx, Database database) {
    return database.goal() == Goal.ABSENT
        && (isParentTakingOver(tx, database)
            || !tx.databases().beingMadeOfDatabase(database.orgId(), database.id()).isEmpty());
  }

  private static boolean isParentTakingOver(Transaction tx, Database database) {
    return Optional.ofNullable(database.ancestry().parentId())
        .flatMap(parent -> tx.databases().find(database.orgId(), parent))
        .filter(Database::takesOver)
        .isPresent();
  }

  @Override
  public ReconcileResult reconcile(ReconcileInput input, Instant now) {
    Database database = input.database();
    if (database.isRestorable() && database.deletion().isOver(now)) {
      return ReconcileResult.write(tx -> remove(tx, database, now), now);
    }
    DatabaseObservation seen = dataPlane.databases().observe(database.id());
    boolean inPlace = seen.state() == DatabaseState.READY && hasPromotedEndpoint(database);
    DatabaseStep step = DatabaseStep.decide(database, seen, input.isNeeded(), inPlace);
    if (step instanceof DatabaseStep.Delete) {
      return ReconcileResult.finish(tx -> tx.databases().delete(database.orgId(), database.id()));
    }
    if (step instanceof DatabaseStep.Remove) {
      dataPlane.databases().remove(database.id());
      return ReconcileResult.retryLater(now.plus(POLL_INTERVAL));
    }
    if (step instanceof DatabaseStep.Keep) {
      return ReconcileResult.retryLater(now.plus(POLL_INTERVAL));
    }
    if (step instanceof DatabaseStep.Ensure ensure) {
      return ensure(input, ensure, seen, now);
    }
    if (step instanceof DatabaseStep.Apply apply) {
      return applyResources(database, apply.next(), now);
    }
    if (step instanceof DatabaseStep.Save save) {
      return store(database, save.next(), nextCheck(database, now));
    }
    if (step instanceof DatabaseStep.Repeat repeat) {
      return store(database, repeat.next(), now);
    }
    return ReconcileResult.requeueAt(nextCheck(database, now));
  }

  private boolean remove(Transaction tx, Database database, Instant now) {
    tx.lockOrg(database.orgId());
    if (DatabaseRemoval.begin(tx, database, now).isEmpty()) {
      return false;
    }
    Reconciler.audit(
        tx,
        ids,
        database.orgId(),
        "database.removed",
        "database/" + database.id(),
        Map.of("name", database.name()),
        now);
    return true;
  }

  private static Instant nextCheck(Database database, Instant now) {
    Instant next = now.plus(RECHECK_INTERVAL);
    Deletion deletion = database.deletion();
    return deletion != null && deletion.until().isBefore(next) ? deletion.until() : next;
  }

  private boolean hasPromotedEndpoint(Database database) {
    Promotion promotion = database.promotion();
    return !promotion.isPending()
        || dataPlane.databases().isAt(database.id(), promotion.endpoint());
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

  private ReconcileResult applyResources(Database old, Database seen, Instant now) {
    Database next = withVersion(seen.inPhase(seen.phase(), resizeAndDescribe(seen)));
    boolean waits = next.isBeingResized();
    return waits && next.equals(old)
        ? ReconcileResult.retryLater(now.plus(POLL_INTERVAL))
        : store(old, next, waits ? now.plus(POLL_INTERVAL) : nextCheck(next, now));
  }

  /** Sets the engine version from the data plane, which alone knows it for data of a golden. */
  private Database withVersion(Database database) {
    return database.template().version().isEmpty()
        ? dataPlane
            .factsOf(database.id())
            .map(facts -> database.ofVersion(facts.engine().release()))
            .orElse(database)
        : database;
  }

  /** Applies the requested resources if they changed, and returns the resulting message. */
  private String resizeAndDescribe(Database database) {
    if (isResized(database)) {
      return database.status().message();
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

  private ReconcileResult ensure(
      ReconcileInput input, DatabaseStep.Ensure step, DatabaseObservation seen, Instant now) {
    if (seen.state() == DatabaseState.BLOCKED && now.isBefore(input.dueAt())) {
      // The data plane reported the block by itself: to retry at once would repeat without end.
      return store(input.database(), step.next(), input.dueAt());
    }
    if (input.isOriginDeleted()) {
      return store(
          input.database(), input.database().inPhase(DatabasePhase.FAILED, ORIGIN_DELETED), now);
    }
    DatabaseSpec spec = input.spec(seen);
    dataPlane.databases().ensure(step.running() ? spec : spec.stopped());
    return store(input.database(), step.next(), now.plus(POLL_INTERVAL));
  }

  private static ReconcileResult store(Database old, Database next, Instant again) {
    if (next.equals(old)) {
      return next.phase().isSettled()
          ? ReconcileResult.requeueAt(again)
          : ReconcileResult.retryLater(again);
    }
    return ReconcileResult.write(tx -> update(tx, old, next), again);
  }

  /** Intermediate phases may be lost in a crash; creation, promotion and failure may not. */
  private static boolean update(Transaction tx, Database old, Database next) {
    boolean isIntermediate =
        !next.phase().isSettled()
            && next.neverRan() == old.neverRan()
            && next.promotion().equals(old.promotion());
    return isIntermediate ? tx.databases().updateProgress(next) : tx.databases().update(next);
  }
}
