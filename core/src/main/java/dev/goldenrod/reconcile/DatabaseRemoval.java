package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Marks databases and snapshots for removal by the loop. */
public final class DatabaseRemoval {
  private DatabaseRemoval() {}

  /**
   * Marks the database and its snapshots for removal, in the caller's transaction, which must hold
   * the organization's lock.
   *
   * @return the ids of all resources to reconcile; empty when the database was changed concurrently
   */
  public static List<UUID> begin(Transaction tx, Database database, Instant now) {
    if (!tx.databases().update(database.deletionRequested())) {
      return List.of();
    }
    List<UUID> changed = new ArrayList<>(List.of(database.id()));
    for (DatabaseSnapshot snapshot : tx.databases().snapshotsOf(database.orgId(), database.id())) {
      begin(tx, snapshot.orgId(), snapshot.id(), now);
      changed.add(snapshot.id());
    }
    return changed;
  }

  /** Marks the snapshot for removal; empty when there is none or it was marked before. */
  public static Optional<DatabaseSnapshot> begin(
      Transaction tx, UUID orgId, UUID snapshotId, Instant now) {
    Optional<DatabaseSnapshot> locked =
        tx.databases()
            .lockSnapshot(orgId, snapshotId)
            .filter(one -> one.phase() != DatabaseSnapshot.Phase.DELETING);
    locked.ifPresent(
        snapshot -> {
          tx.databases().updateSnapshot(snapshot.deletionRequested());
          tx.work()
              .schedule(
                  WorkItem.due(
                      WorkKind.DATABASE_SNAPSHOT, orgId, snapshotId, snapshot.clusterId(), now));
        });
    return locked;
  }
}
