package dev.goldenrod.testing;

import dev.goldenrod.pool.Pool;
import dev.goldenrod.port.PoolRepository;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

final class InMemoryPools implements PoolRepository {
  private final InMemoryTable<UUID, Pool> pools;

  InMemoryPools(UndoLog undoLog) {
    pools = new InMemoryTable<>(undoLog, "pool", Pool::id);
  }

  @Override
  public void insert(Pool pool) {
    pools.insert(pool);
  }

  @Override
  public Optional<Pool> find(UUID orgId, UUID id) {
    return pools.find(id).filter(pool -> pool.orgId().equals(orgId));
  }

  @Override
  public List<Pool> list(UUID orgId) {
    return oldestFirst(pool -> pool.orgId().equals(orgId));
  }

  @Override
  public List<Pool> ofGolden(UUID orgId, UUID goldenId) {
    return oldestFirst(pool -> pool.orgId().equals(orgId) && pool.goldenId().equals(goldenId));
  }

  @Override
  public void update(Pool pool) {
    if (find(pool.orgId(), pool.id()).isPresent()) {
      pools.replace(pool);
    }
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return find(orgId, id).isPresent() && pools.remove(id);
  }

  private List<Pool> oldestFirst(Predicate<Pool> condition) {
    return pools.where(condition, Comparator.comparing(Pool::createdAt));
  }
}
