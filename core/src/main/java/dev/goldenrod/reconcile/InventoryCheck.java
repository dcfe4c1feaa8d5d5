package dev.goldenrod.reconcile;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Store;
import java.time.Duration;
import java.time.Instant;
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

  /** Inspects the data plane once. Whatever fails is retried at the next inspection. */
  void run(AttachedCluster cluster, Instant now) {
    try {
      cluster.runFromLoop(
          dataPlane -> {
            Inventory held = dataPlane.inventory();
            new OrphanCollector(store, ids, orphanGrace, cluster, dataPlane).run(held, now);
            new SnapshotHealthCheck(store, cluster).run(held, now);
          });
    } catch (DataPlaneException broken) {
      LOG.warn("Cannot check for orphans, will retry: {}", broken.getMessage());
    } catch (RuntimeException | Error broken) {
      FailureLogger.log(LOG, "Cannot check for orphans, will retry", broken);
    }
  }
}
