package dev.goldenrod.port;

import dev.goldenrod.orphan.Orphan;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Orphans in quarantine. A reference is unique among a cluster's of one kind. */
public interface OrphanRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the reference is taken
   */
  void insert(Orphan orphan);

  Optional<Orphan> find(UUID orgId, UUID id);

  /** All orphans, oldest first. */
  List<Orphan> list(UUID orgId);

  /** The orphans of the cluster, oldest first. */
  List<Orphan> inCluster(UUID orgId, UUID clusterId);

  /** The orphan that the cluster's data plane calls by that reference. */
  Optional<Orphan> find(UUID orgId, UUID clusterId, Orphan.Kind kind, String reference);

  /** Replaces the row of the same id; without effect when there is none. */
  void update(Orphan orphan);

  /** Removes the row; false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
