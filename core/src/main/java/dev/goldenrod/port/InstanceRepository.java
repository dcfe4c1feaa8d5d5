package dev.goldenrod.port;

import dev.goldenrod.instance.Instance;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Instances. */
public interface InstanceRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when its owner has an instance of that name
   */
  void insert(Instance instance);

  Optional<Instance> find(UUID orgId, UUID id);

  /** Returns the instances with the given ids, oldest first; unknown ids are left out. */
  List<Instance> findAll(UUID orgId, Collection<UUID> ids);

  /** Returns the instance and locks its row until the transaction ends. */
  Optional<Instance> lock(UUID orgId, UUID id);

  /** Returns all instances, oldest first, including warm ones. */
  List<Instance> list(UUID orgId);

  /**
   * Returns a page of the instances that are not warm, oldest first.
   *
   * @param ownerId only those of that member; null for all
   * @param after only rows behind that place, even if it was deleted; null for the first page
   */
  List<Placed<Instance>> page(UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit);

  /** Returns all instances of the owner, oldest first. */
  List<Instance> listOwnedBy(UUID orgId, UUID ownerId);

  /** Returns all instances of that name, of any owner, oldest first, including terminating ones. */
  List<Instance> named(UUID orgId, String name);

  /** Returns all clones of the golden, oldest first, including terminating and warm ones. */
  List<Instance> ofGolden(UUID orgId, UUID goldenId);

  /** Returns the warm instances of the pool, oldest first, including terminating ones. */
  List<Instance> ofPool(UUID orgId, UUID poolId);

  /** Returns all instances in the cluster, oldest first, including terminating and warm ones. */
  List<Instance> inCluster(UUID orgId, UUID clusterId);

  /** Returns those of the ids that belong to instances. */
  Set<UUID> existing(UUID orgId, Collection<UUID> ids);

  /** Returns the number of instances whose desired state is present, without warm ones. */
  int countPresent(UUID orgId);

  /** Returns the number of the owner's instances whose desired state is present. */
  int countPresentOwnedBy(UUID orgId, UUID ownerId);

  /**
   * Replaces the row if its revision is unchanged, and raises it; returns false when it is not.
   *
   * @throws StoreConflictException when its owner has another instance of that name
   */
  boolean update(Instance instance);

  /**
   * Updates the row as {@link #update} does, but without waiting for the disk, so that a crash may
   * undo it. Only for state that the data plane will report again.
   */
  boolean updateProgress(Instance instance);

  /** Deletes the row; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
