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
   * Adds the instance.
   *
   * @throws StoreConflictException when its owner has one of its name
   */
  void insert(Instance instance);

  Optional<Instance> find(UUID orgId, UUID id);

  /** The instance, its row locked until the transaction ends. */
  Optional<Instance> lock(UUID orgId, UUID id);

  /** All instances, oldest first, warm ones included. */
  List<Instance> list(UUID orgId);

  /**
   * A page of the instances that are not warm, oldest first.
   *
   * @param ownerId only those of that member; null for all
   * @param after only rows behind that place, whether a row is there or not; null for the oldest
   * @param limit the most rows to return
   */
  List<Placed<Instance>> page(UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit);

  /** All instances of the owner, oldest first. */
  List<Instance> listOwnedBy(UUID orgId, UUID ownerId);

  /** All instances of that name, whoever owns them, oldest first, terminating ones included. */
  List<Instance> named(UUID orgId, String name);

  /**
   * All instances that are clones of the golden, oldest first, terminating and warm ones included.
   */
  List<Instance> ofGolden(UUID orgId, UUID goldenId);

  /** The warm instances of the pool, oldest first, terminating ones included. */
  List<Instance> ofPool(UUID orgId, UUID poolId);

  /** All instances in the cluster, oldest first, terminating and warm ones included. */
  List<Instance> inCluster(UUID orgId, UUID clusterId);

  /** Returns which of those ids are of instances. */
  Set<UUID> existing(UUID orgId, Collection<UUID> ids);

  /** How many instances' desired state is present, warm ones left out. */
  int countPresent(UUID orgId);

  /** How many instances of the owner have the desired state present, warm ones left out. */
  int countPresentOwnedBy(UUID orgId, UUID ownerId);

  /**
   * Replaces the row if its revision is the instance's, raising it; false when it is not.
   *
   * @throws StoreConflictException when its owner has another one of its name
   */
  boolean update(Instance instance);

  /**
   * The same for what the data plane shows, and will show again: a kill may undo it, so nothing
   * waits for the disk.
   */
  boolean updateProgress(Instance instance);

  /** Removes the row; false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
