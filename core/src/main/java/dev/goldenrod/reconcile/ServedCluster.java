package dev.goldenrod.reconcile;

import dev.goldenrod.port.DataPlane;
import java.util.UUID;

/**
 * The cluster whose data plane this process holds.
 *
 * @param sweepable whether the store knew the cluster before: only then does what no row knows
 *     count as left over, rather than as another store's
 */
public record ServedCluster(UUID id, UUID orgId, DataPlane dataPlane, boolean sweepable) {}
