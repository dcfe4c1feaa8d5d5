package dev.goldenrod.reconcile;

import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Takes and deletes snapshots of databases. */
final class SnapshotReconciler implements Reconciler<SnapshotReconciler.ReconcileInput> {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final DataPlane dataPlane;

  SnapshotReconciler(DataPlane dataPlane) {
    this.dataPlane = dataPlane;
  }

  /**
   * A snapshot with what its reconciliation needs.
   *
   * @param isBeingCopied whether a database is being made from it
   */
  record ReconcileInput(DatabaseSnapshot snapshot, boolean isBeingCopied) {}

  @Override
  public Optional<ReconcileInput> load(Transaction tx, WorkItem item) {
    return tx.databases()
        .findSnapshot(item.orgId(), item.resourceId())
        .map(snapshot -> new ReconcileInput(snapshot, isBeingCopied(tx, snapshot)));
  }

  private static boolean isBeingCopied(Transaction tx, DatabaseSnapshot snapshot) {
    return snapshot.phase() == Phase.DELETING
        && !tx.databases().beingMadeOfSnapshot(snapshot.orgId(), snapshot.id()).isEmpty();
  }

  @Override
  public ReconcileResult reconcile(ReconcileInput input, Instant now) {
    DatabaseSnapshot snapshot = input.snapshot();
    SnapshotObservation seen = dataPlane.snapshots().observe(snapshot.id());
    return switch (snapshot.phase()) {
      case DELETING -> remove(input, seen, now);
      case CREATING -> create(snapshot, seen, now);
      case READY, FAILED -> ReconcileResult.finish();
    };
  }

  @Override
  public ReconcileResult onError(ReconcileInput input, String reason, Instant now) {
    DatabaseSnapshot snapshot = input.snapshot();
    if (snapshot.phase() != Phase.CREATING) {
      return ReconcileResult.retryLater(now);
    }
    return new ReconcileResult(
        tx -> tx.databases().updateSnapshot(snapshot.creating(reason)), now, false);
  }

  private ReconcileResult remove(ReconcileInput input, SnapshotObservation seen, Instant now) {
    DatabaseSnapshot snapshot = input.snapshot();
    if (seen.state() == State.ABSENT) {
      return ReconcileResult.finish(
          tx -> tx.databases().deleteSnapshot(snapshot.orgId(), snapshot.id()));
    }
    if (!input.isBeingCopied()) {
      dataPlane.snapshots().remove(snapshot.id());
    }
    return ReconcileResult.retryLater(now.plus(POLL_INTERVAL));
  }

  private ReconcileResult create(DatabaseSnapshot snapshot, SnapshotObservation seen, Instant now) {
    return switch (seen.state()) {
      case READY ->
          ReconcileResult.write(
              tx -> tx.databases().updateSnapshot(snapshot.becameReady(seen.sizeBytes())), now);
      case FAILED ->
          ReconcileResult.write(
              tx -> tx.databases().updateSnapshot(snapshot.failed(seen.message())), now);
      case ABSENT, WORKING, BLOCKED -> {
        dataPlane.snapshots().ensure(snapshot.id(), snapshot.databaseId());
        DatabaseSnapshot next = snapshot.creating(seen.message());
        yield next.equals(snapshot)
            ? ReconcileResult.retryLater(now.plus(POLL_INTERVAL))
            : ReconcileResult.write(
                tx -> tx.databases().updateSnapshot(next), now.plus(POLL_INTERVAL));
      }
    };
  }
}
