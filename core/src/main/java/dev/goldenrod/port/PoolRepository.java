package dev.goldenrod.port;

import dev.goldenrod.pool.Pool;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Pools. */
public interface PoolRepository {
  void insert(Pool pool);

  Optional<Pool> find(UUID orgId, UUID id);

  /** Returns all pools, oldest first. */
  List<Pool> list(UUID orgId);

  /** Returns all pools of the golden, oldest first. */
  List<Pool> ofGolden(UUID orgId, UUID goldenId);

  /** Replaces the row with the same id; no effect when there is none. */
  void update(Pool pool);

  /** Deletes the row; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
