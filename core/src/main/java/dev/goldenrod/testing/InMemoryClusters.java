package dev.goldenrod.testing;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.port.ClusterRepository;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemoryClusters implements ClusterRepository {
  private final InMemoryTable<UUID, Cluster> clusters;

  InMemoryClusters(UndoLog undoLog) {
    clusters =
        new InMemoryTable<>(undoLog, "cluster", Cluster::id)
            .unique("name", cluster -> List.of(cluster.orgId(), cluster.name()))
            .unique("identity", cluster -> List.of(cluster.orgId(), cluster.identity()));
  }

  @Override
  public void insert(Cluster cluster) {
    clusters.insert(cluster);
  }

  @Override
  public Optional<Cluster> find(UUID orgId, UUID id) {
    return clusters.find(id).filter(cluster -> cluster.orgId().equals(orgId));
  }

  @Override
  public Optional<Cluster> findByIdentity(UUID orgId, String identity) {
    return clusters
        .where(cluster -> cluster.orgId().equals(orgId) && cluster.identity().equals(identity))
        .stream()
        .findFirst();
  }

  @Override
  public List<Cluster> list(UUID orgId) {
    return clusters.where(
        cluster -> cluster.orgId().equals(orgId), Comparator.comparing(Cluster::createdAt));
  }

  @Override
  public void seen(UUID id, Instant at) {
    clusters
        .find(id)
        .ifPresent(
            c ->
                clusters.replace(
                    new Cluster(
                        c.id(),
                        c.orgId(),
                        c.name(),
                        c.kind(),
                        c.identity(),
                        c.agentTokenSha256(),
                        at,
                        c.createdAt())));
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return find(orgId, id).isPresent() && clusters.remove(id);
  }
}
