package dev.goldenrod.reconcile;

import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares everything that a data plane holds with the store's rows, to find orphans and unusable
 * snapshots.
 *
 * @param orphanGrace how long orphans are kept
 */
record InventoryCheck(Store store, IdGenerator ids, Duration orphanGrace) {
  private static final Logger LOG = LoggerFactory.getLogger(InventoryCheck.class);

  /** Younger snapshots are left out: news of those that another server took may be late. */
  private static final Duration MIN_SNAPSHOT_AGE = Duration.ofMinutes(5);

  /** Inspects the data plane once. Whatever fails is retried at the next inspection. */
  void run(AttachedCluster cluster, Instant now) {
    try {
      cluster.runFromLoop(
          dataPlane -> {
            Inventory held = dataPlane.inventory();
            new OrphanCollector(store, ids, orphanGrace, cluster, dataPlane).run(held, now);
            checkSnapshots(cluster, held, now);
          });
    } catch (DataPlaneException broken) {
      LOG.warn("Cannot check for orphans, will retry: {}", broken.getMessage());
    } catch (RuntimeException | Error broken) {
      LoopThreads.logFailure(LOG, "Cannot check for orphans, will retry", broken);
    }
  }

  /** Finds ready snapshots that have become unusable, and stores the reason in their message. */
  private void checkSnapshots(AttachedCluster cluster, Inventory held, Instant now) {
    readySnapshots(cluster).stream()
        .filter(snapshot -> snapshot.createdAt().isBefore(now.minus(MIN_SNAPSHOT_AGE)))
        .forEach(snapshot -> storeProblem(snapshot, problem(snapshot.id(), held)));
  }

  private List<DatabaseSnapshot> readySnapshots(AttachedCluster cluster) {
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
    return held.snapshots().contains(id) ? held.damaged().getOrDefault(id, "") : DatabaseStep.LOST;
  }
}
