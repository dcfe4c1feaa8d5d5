package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.port.Transaction;
import java.util.Optional;

/** The limit on the number of snapshots. */
@FunctionalInterface
public interface SnapshotQuota {
  /** Returns why the database may have no further snapshot; empty when it may. */
  Optional<String> refusal(Transaction tx, Database database);
}
