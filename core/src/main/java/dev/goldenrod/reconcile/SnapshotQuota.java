package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.port.Transaction;
import java.util.Optional;

/** Whether there may be more snapshots. */
@FunctionalInterface
public interface SnapshotQuota {
  /** Why there may be no further snapshot of the database; empty when there may. */
  Optional<String> refusal(Transaction tx, Database database);
}
