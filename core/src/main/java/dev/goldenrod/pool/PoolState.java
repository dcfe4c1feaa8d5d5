package dev.goldenrod.pool;

/**
 * A pool as it stands.
 *
 * @param goldenVersion the version its warm clones are made of; 0 when the golden has none
 * @param ready how many warm clones of that version can be claimed at once
 */
public record PoolState(Pool pool, int goldenVersion, int ready) {}
