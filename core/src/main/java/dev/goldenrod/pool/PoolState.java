package dev.goldenrod.pool;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pool as it stands.
 *
 * @param goldenVersion the version its warm clones are made of; 0 when the golden has none
 * @param ready how many warm clones of that version can be claimed at once
 * @param clusterId the cluster that its warm clones are in, or will be as it was asked for or alone
 *     holds the data; null when there is no such one
 */
public record PoolState(Pool pool, int goldenVersion, int ready, @Nullable UUID clusterId) {}
