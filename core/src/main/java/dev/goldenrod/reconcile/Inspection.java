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
 * Compares all that a data plane holds with the store's rows: what no row knows, and snapshots that
 * can no longer be used.
 *
 * @param orphanGrace how long what no row knows is kept
 */
record Inspection(Store store, IdGenerator ids, Duration orphanGrace) {
  private static final Logger LOG = LoggerFactory.getLogger(Inspection.class);

  /** Looks at all of it once; what cannot be done now is done the next time. */
  void run(AttachedCluster cluster, Instant now) {
    try {
      cluster.use(
          dataPlane -> {
            Inventory held = dataPlane.inventory();
            new OrphanCollector(store, ids, orphanGrace, cluster, dataPlane).run(held, now);
            new SnapshotWatch(store, cluster).run(held, now);
          });
    } catch (DataPlaneException broken) {
      LOG.warn("orphans stay for now: {}", broken.getMessage());
    } catch (RuntimeException | Error broken) {
      Breakdown.log(LOG, "orphans stay for now", broken);
    }
  }
}
