package dev.goldenrod.port;

import dev.goldenrod.orphan.Orphan;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Quarantined orphans. References are unique for each cluster and kind. */
public interface OrphanRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the reference is taken
   */
  void insert(Orphan orphan);

  Optional<Orphan> find(UUID orgId, UUID id);

  /** Returns all orphans, oldest first. */
  List<Orphan> list(UUID orgId);

  /** Returns the orphans of the cluster, oldest first. */
  List<Orphan> inCluster(UUID orgId, UUID clusterId);

  /** Returns the orphan with the given reference in the cluster's data plane. */
  Optional<Orphan> find(UUID orgId, UUID clusterId, Orphan.Kind kind, String reference);

  /** Replaces the row with the same id; no effect when there is none. */
  void update(Orphan orphan);

  /** Deletes the row; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
