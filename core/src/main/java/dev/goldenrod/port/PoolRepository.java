package dev.goldenrod.port;

import dev.goldenrod.pool.Pool;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Pools. */
public interface PoolRepository {
  void insert(Pool pool);

  Optional<Pool> find(UUID orgId, UUID id);

  /** All pools, oldest first. */
  List<Pool> list(UUID orgId);

  /** All pools of the golden, oldest first. */
  List<Pool> ofGolden(UUID orgId, UUID goldenId);

  /** Replaces the row of the same id; without effect when there is none. */
  void update(Pool pool);

  /** Removes the row; false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
