package dev.goldenrod.testing;

import dev.goldenrod.instance.DesiredState;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.port.InstanceRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class InMemoryInstances implements InstanceRepository {
  private final InMemoryTable<UUID, Instance> instances;

  InMemoryInstances(UndoLog undoLog) {
    instances =
        new InMemoryTable<>(undoLog, "instance", Instance::id)
            .unique("owner and name", InMemoryInstances::uniqueName)
            .listedBy(Instance::createdAt);
  }

  @Override
  public void insert(Instance instance) {
    instances.insert(instance);
  }

  @Override
  public Optional<Instance> find(UUID orgId, UUID id) {
    return instances.find(id).filter(instance -> instance.orgId().equals(orgId));
  }

  @Override
  public List<Instance> findAll(UUID orgId, Collection<UUID> ids) {
    return oldestFirst(orgId, instance -> ids.contains(instance.id()));
  }

  @Override
  public Optional<Instance> lock(UUID orgId, UUID id) {
    return find(orgId, id);
  }

  @Override
  public List<Instance> list(UUID orgId) {
    return oldestFirst(orgId, instance -> true);
  }

  @Override
  public List<Placed<Instance>> page(
      UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit) {
    return instances.oldestFirst(
        one ->
            one.orgId().equals(orgId)
                && !one.isWarm()
                && (ownerId == null || one.ownerId().equals(ownerId)),
        after,
        limit);
  }

  @Override
  public List<Instance> listOwnedBy(UUID orgId, UUID ownerId) {
    return oldestFirst(orgId, instance -> instance.ownerId().equals(ownerId));
  }

  @Override
  public List<Instance> named(UUID orgId, String name) {
    return oldestFirst(orgId, instance -> name.equals(instance.name()));
  }

  @Override
  public List<Instance> ofGolden(UUID orgId, UUID goldenId) {
    return oldestFirst(orgId, instance -> instance.spec().golden().goldenId().equals(goldenId));
  }

  @Override
  public List<Instance> ofPool(UUID orgId, UUID poolId) {
    return oldestFirst(orgId, instance -> poolId.equals(instance.poolId()));
  }

  @Override
  public List<Instance> inCluster(UUID orgId, UUID clusterId) {
    return oldestFirst(orgId, instance -> instance.clusterId().equals(clusterId));
  }

  @Override
  public Set<UUID> existing(UUID orgId, Collection<UUID> ids) {
    return findAll(orgId, ids).stream().map(Instance::id).collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public int countPresent(UUID orgId) {
    return (int) list(orgId).stream().filter(InMemoryInstances::isPresent).count();
  }

  @Override
  public int countPresentOwnedBy(UUID orgId, UUID ownerId) {
    return (int) listOwnedBy(orgId, ownerId).stream().filter(InMemoryInstances::isPresent).count();
  }

  @Override
  public boolean update(Instance instance) {
    return find(instance.orgId(), instance.id())
        .filter(stored -> stored.revision() == instance.revision())
        .map(stored -> instances.replace(raised(instance)))
        .orElse(false);
  }

  @Override
  public boolean updateProgress(Instance instance) {
    return update(instance);
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return find(orgId, id).isPresent() && instances.remove(id);
  }

  private List<Instance> oldestFirst(UUID orgId, Predicate<Instance> condition) {
    return instances.where(
        condition.and(instance -> instance.orgId().equals(orgId)),
        Comparator.comparing(Instance::createdAt));
  }

  private static boolean isPresent(Instance instance) {
    return instance.spec().desiredState() == DesiredState.PRESENT && !instance.isWarm();
  }

  /** Returns a different value for each instance without a name. */
  private static Object uniqueName(Instance instance) {
    String name = instance.name();
    return name == null ? instance.id() : List.of(instance.orgId(), instance.ownerId(), name);
  }

  private static Instance raised(Instance instance) {
    return new Instance(
        instance.id(),
        instance.orgId(),
        instance.ownerId(),
        instance.clusterId(),
        instance.poolId(),
        instance.name(),
        instance.spec(),
        instance.status(),
        instance.createdAt(),
        instance.revision() + 1);
  }
}
