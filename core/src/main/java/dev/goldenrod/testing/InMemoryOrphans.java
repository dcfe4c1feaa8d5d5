package dev.goldenrod.testing;

import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.OrphanRepository;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemoryOrphans implements OrphanRepository {
  private final InMemoryTable<UUID, Orphan> orphans;

  InMemoryOrphans(UndoLog undoLog) {
    orphans =
        new InMemoryTable<>(undoLog, "orphan", Orphan::id)
            .unique(
                "reference",
                orphan -> List.of(orphan.clusterId(), orphan.kind(), orphan.reference()));
  }

  @Override
  public void insert(Orphan orphan) {
    orphans.insert(orphan);
  }

  @Override
  public Optional<Orphan> find(UUID orgId, UUID id) {
    return orphans.find(id).filter(orphan -> orphan.orgId().equals(orgId));
  }

  @Override
  public List<Orphan> list(UUID orgId) {
    return orphans.where(
        orphan -> orphan.orgId().equals(orgId), Comparator.comparing(Orphan::foundAt));
  }

  @Override
  public List<Orphan> inCluster(UUID orgId, UUID clusterId) {
    return list(orgId).stream().filter(orphan -> orphan.clusterId().equals(clusterId)).toList();
  }

  @Override
  public Optional<Orphan> find(UUID orgId, UUID clusterId, Orphan.Kind kind, String reference) {
    return inCluster(orgId, clusterId).stream()
        .filter(orphan -> orphan.kind() == kind && orphan.reference().equals(reference))
        .findFirst();
  }

  @Override
  public void update(Orphan orphan) {
    if (find(orphan.orgId(), orphan.id()).isPresent()) {
      orphans.replace(orphan);
    }
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return find(orgId, id).isPresent() && orphans.remove(id);
  }
}
