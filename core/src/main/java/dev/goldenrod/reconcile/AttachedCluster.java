package dev.goldenrod.reconcile;

import dev.goldenrod.port.DataPlane;
import java.util.UUID;

/**
 * A cluster whose data plane this process holds.
 *
 * @param ownsInventory whether the store knew the cluster before: only then is what has no row an
 *     orphan, rather than as another store's
 */
public record AttachedCluster(UUID id, UUID orgId, DataPlane dataPlane, boolean ownsInventory) {}
