package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.pool.PoolState;
import java.util.UUID;

/**
 * A pool, with the version it holds now and how many of its clones are ready, and why there are not
 * more.
 */
public record PoolView(
    UUID id,
    String golden,
    int goldenVersion,
    String size,
    int target,
    int ready,
    String message,
    String createdAt) {
  public static PoolView of(PoolState state) {
    Pool pool = state.pool();
    return new PoolView(
        pool.id(),
        pool.golden(),
        state.goldenVersion(),
        pool.size().wireName(),
        pool.target(),
        state.ready(),
        pool.health().message(),
        Timestamps.text(pool.createdAt()));
  }
}
