package dev.goldenrod.pool;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The present state of a pool.
 *
 * @param goldenVersion the version of its warm clones; 0 when the golden has none
 * @param ready how many warm clones of that version can be claimed at once
 * @param clusterId the cluster of its warm clones, or the one they will be in because it was chosen
 *     or is the only one that holds the data; null when there is none
 */
public record PoolState(Pool pool, int goldenVersion, int ready, @Nullable UUID clusterId) {}
