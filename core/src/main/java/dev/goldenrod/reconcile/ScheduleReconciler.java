package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Takes snapshots when their schedule is due, and deletes those beyond the number to keep. */
final class ScheduleReconciler implements Reconciler<ScheduleReconciler.ReconcileInput> {
  private static final String HANDLE = GoldenVersion.SNAPSHOT_HANDLE;

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(2);

  private final DataPlane dataPlane;
  private final IdGenerator ids;
  private final BiFunction<Transaction, Database, Optional<String>> quota;

  /**
   * @param quota returns why a database may have no further snapshot; empty when it may
   */
  ScheduleReconciler(
      DataPlane dataPlane,
      IdGenerator ids,
      BiFunction<Transaction, Database, Optional<String>> quota) {
    this.dataPlane = dataPlane;
    this.ids = ids;
    this.quota = quota;
  }

  /**
   * A schedule with what its reconciliation needs.
   *
   * @param database empty when it was deleted or is being removed
   * @param taken the snapshots that the schedule took and that are not being deleted, oldest first
   * @param inUse those of them that a database or a golden depends on
   */
  record ReconcileInput(
      SnapshotSchedule schedule,
      Optional<Database> database,
      List<DatabaseSnapshot> taken,
      Set<UUID> inUse) {
    Optional<DatabaseSnapshot> newest(Phase phase) {
      return taken.isEmpty()
          ? Optional.empty()
          : Optional.of(taken.get(taken.size() - 1)).filter(one -> one.phase() == phase);
    }

    /** Returns the unused ready snapshots beyond the newest ones that are kept. */
    List<DatabaseSnapshot> excess() {
      List<DatabaseSnapshot> ready =
          taken.stream().filter(one -> one.phase() == Phase.READY).toList();
      return ready.stream()
          .limit(Math.max(0, ready.size() - schedule.keep()))
          .filter(this::isUnused)
          .toList();
    }

    boolean isUnused(DatabaseSnapshot snapshot) {
      return !inUse.contains(snapshot.id());
    }
  }

  @Override
  public Optional<ReconcileInput> load(Transaction tx, WorkItem item) {
    return tx.schedules().find(item.orgId(), item.resourceId()).map(schedule -> load(tx, schedule));
  }

  private static ReconcileInput load(Transaction tx, SnapshotSchedule schedule) {
    List<UUID> ids = tx.schedules().taken(schedule.id());
    List<DatabaseSnapshot> taken =
        tx.databases().findSnapshots(schedule.orgId(), ids).stream()
            .filter(snapshot -> snapshot.phase() != Phase.DELETING)
            .toList();
    Optional<Database> database =
        tx.databases().find(schedule.orgId(), schedule.databaseId()).filter(Database::isPresent);
    return new ReconcileInput(schedule, database, taken, inUse(tx, schedule.orgId(), ids));
  }

  /** Returns those of the snapshots that databases were made from or goldens refer to. */
  private static Set<UUID> inUse(Transaction tx, UUID orgId, List<UUID> snapshots) {
    Set<UUID> used = new HashSet<>(tx.databases().originsAmong(orgId, snapshots));
    tx.goldens().versionsOf(orgId, snapshots.stream().map(id -> HANDLE + id).toList()).stream()
        .map(version -> UUID.fromString(version.handle().substring(HANDLE.length())))
        .forEach(used::add);
    return used;
  }

  @Override
  public ReconcileResult reconcile(ReconcileInput input, Instant now) {
    SnapshotSchedule schedule = input.schedule();
    if (input.database().isEmpty()) {
      return ReconcileResult.finish(
          tx -> {
            tx.schedules().delete(schedule.orgId(), schedule.id());
            return true;
          });
    }
    Database database = input.database().get();
    if (input.newest(Phase.CREATING).isPresent()) {
      return ReconcileResult.requeueAt(now.plus(POLL_INTERVAL));
    }
    Optional<DatabaseSnapshot> failed = input.newest(Phase.FAILED).filter(input::isUnused);
    if (failed.isPresent()) {
      return ReconcileResult.write(tx -> retry(tx, schedule, failed.get(), now), now);
    }
    if (schedule.isDue(now)) {
      boolean hasSpace = !dataPlane.isStorageExhausted();
      return ReconcileResult.write(tx -> take(tx, schedule, database, hasSpace, now), now);
    }
    List<DatabaseSnapshot> excess = input.excess();
    return excess.isEmpty()
        ? ReconcileResult.requeueAt(schedule.nextAt())
        : ReconcileResult.write(tx -> deleteAll(tx, excess, now), schedule.nextAt());
  }

  private boolean retry(
      Transaction tx, SnapshotSchedule schedule, DatabaseSnapshot failed, Instant now) {
    tx.lockOrg(schedule.orgId());
    String reason = "snapshot '%s' failed: %s".formatted(failed.name(), failed.message());
    return tx.schedules().update(schedule.failed(reason, now)) && delete(tx, failed, now);
  }

  private boolean take(
      Transaction tx, SnapshotSchedule schedule, Database database, boolean hasSpace, Instant now) {
    tx.lockOrg(schedule.orgId());
    Optional<String> refusal = refusal(tx, database, hasSpace);
    if (refusal.isPresent()) {
      return tx.schedules().update(schedule.failed(refusal.get(), now));
    }
    String time = schedule.nextAt().truncatedTo(ChronoUnit.MINUTES).toString();
    String name = "scheduled-" + time;
    DatabaseSnapshot snapshot =
        DatabaseSnapshot.accepted(
            ids.next(), database, name, "by schedule " + schedule.cron(), now);
    if (!tx.schedules().update(schedule.taken(now))) {
      return false;
    }
    tx.databases().insertSnapshot(snapshot);
    tx.schedules().addTaken(schedule.id(), snapshot.id());
    enqueue(tx, snapshot, now);
    audit(tx, snapshot, "snapshot.created", now);
    return true;
  }

  private Optional<String> refusal(Transaction tx, Database database, boolean hasSpace) {
    if (database.neverRan()) {
      return Optional.of("database '%s' has never run".formatted(database.name()));
    }
    return hasSpace ? quota.apply(tx, database) : Optional.of(DataPlanes.STORAGE_EXHAUSTED);
  }

  private boolean deleteAll(Transaction tx, List<DatabaseSnapshot> snapshots, Instant now) {
    tx.lockOrg(snapshots.get(0).orgId());
    return snapshots.stream().allMatch(snapshot -> delete(tx, snapshot, now));
  }

  private boolean delete(Transaction tx, DatabaseSnapshot snapshot, Instant now) {
    if (!inUse(tx, snapshot.orgId(), List.of(snapshot.id())).isEmpty()
        || !tx.databases().updateSnapshot(snapshot.deletionRequested())) {
      return false;
    }
    enqueue(tx, snapshot, now);
    audit(tx, snapshot, "snapshot.deleted", now);
    return true;
  }

  private static void enqueue(Transaction tx, DatabaseSnapshot snapshot, Instant now) {
    tx.work()
        .schedule(
            WorkItem.due(
                WorkKind.DATABASE_SNAPSHOT,
                snapshot.orgId(),
                snapshot.id(),
                snapshot.clusterId(),
                now));
  }

  private void audit(Transaction tx, DatabaseSnapshot snapshot, String action, Instant now) {
    Map<String, @Nullable Object> metadata = Map.of("name", snapshot.name());
    String target = "snapshot/" + snapshot.id();
    Reconciler.audit(tx, ids, snapshot.orgId(), action, target, metadata, now);
  }
}
