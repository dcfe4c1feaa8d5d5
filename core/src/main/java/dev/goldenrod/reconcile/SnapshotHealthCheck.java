package dev.goldenrod.reconcile;

import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds ready snapshots that have become unusable, and stores the reason in their message. */
record SnapshotHealthCheck(Store store, AttachedCluster cluster) {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotHealthCheck.class);
  private static final String LOST =
      "its data is gone from the data plane, and was not removed through Goldenrod; delete it";

  /** Younger snapshots are left out: news of those that another server took may be late. */
  private static final Duration MIN_AGE = Duration.ofMinutes(5);

  void run(Inventory held, Instant now) {
    readySnapshots().stream()
        .filter(snapshot -> snapshot.createdAt().isBefore(now.minus(MIN_AGE)))
        .forEach(snapshot -> storeProblem(snapshot, problem(snapshot.id(), held)));
  }

  private List<DatabaseSnapshot> readySnapshots() {
    return store
        .inTransaction(tx -> tx.databases().snapshotsIn(cluster.orgId(), cluster.id()))
        .stream()
        .filter(snapshot -> snapshot.phase() == Phase.READY)
        .toList();
  }

  private void storeProblem(DatabaseSnapshot snapshot, String problem) {
    if (problem.equals(snapshot.message())) {
      return;
    }
    if (store.inTransaction(tx -> tx.databases().updateSnapshot(snapshot.withProblem(problem)))
        && !problem.isEmpty()) {
      LOG.warn("snapshot {}: {}", snapshot.id(), problem);
    }
  }

  private static String problem(UUID id, Inventory held) {
    return held.snapshots().contains(id) ? held.damaged().getOrDefault(id, "") : LOST;
  }
}
