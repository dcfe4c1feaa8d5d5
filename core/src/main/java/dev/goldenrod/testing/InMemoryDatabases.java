package dev.goldenrod.testing;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.port.DatabaseRepository;
import dev.goldenrod.port.StoreConflictException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemoryDatabases implements DatabaseRepository {
  private final InMemoryTable<UUID, Database> databases;
  private final InMemoryTable<UUID, DatabaseSnapshot> snapshots;

  InMemoryDatabases(UndoLog undoLog) {
    databases = new InMemoryTable<>(undoLog, "database", Database::id);
    snapshots = new InMemoryTable<>(undoLog, "snapshot", DatabaseSnapshot::id);
  }

  @Override
  public void insert(Database database) {
    requireFree(database);
    databases.insert(database);
  }

  private void requireFree(Database database) {
    if (database.isDeleted()) {
      return;
    }
    findByName(database.orgId(), database.name())
        .filter(other -> !other.id().equals(database.id()))
        .ifPresent(
            other -> {
              throw new StoreConflictException("database name '" + other.name() + "' is taken");
            });
  }

  @Override
  public Optional<Database> find(UUID orgId, UUID id) {
    return databases.find(id).filter(database -> database.orgId().equals(orgId));
  }

  @Override
  public Optional<Database> lock(UUID orgId, UUID id) {
    return find(orgId, id);
  }

  @Override
  public Optional<Database> findByName(UUID orgId, String name) {
    return list(orgId).stream()
        .filter(database -> !database.isDeleted() && database.name().equals(name))
        .findFirst();
  }

  @Override
  public List<Database> list(UUID orgId) {
    return databases.where(
        database -> database.orgId().equals(orgId), Comparator.comparing(Database::createdAt));
  }

  @Override
  public boolean update(Database database) {
    requireFree(database);
    return find(database.orgId(), database.id())
        .filter(stored -> stored.revision() == database.revision())
        .map(stored -> databases.replace(raised(database)))
        .orElse(false);
  }

  @Override
  public boolean updateProgress(Database database) {
    return update(database);
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return find(orgId, id).isPresent() && databases.remove(id);
  }

  @Override
  public void insertSnapshot(DatabaseSnapshot snapshot) {
    snapshots.insert(snapshot);
  }

  @Override
  public Optional<DatabaseSnapshot> findSnapshot(UUID orgId, UUID id) {
    return snapshots.find(id).filter(snapshot -> snapshot.orgId().equals(orgId));
  }

  @Override
  public Optional<DatabaseSnapshot> lockSnapshot(UUID orgId, UUID id) {
    return findSnapshot(orgId, id);
  }

  @Override
  public List<DatabaseSnapshot> listSnapshots(UUID orgId) {
    return snapshots.where(
        snapshot -> snapshot.orgId().equals(orgId),
        Comparator.comparing(DatabaseSnapshot::createdAt));
  }

  @Override
  public List<DatabaseSnapshot> snapshotsOf(UUID orgId, UUID databaseId) {
    return listSnapshots(orgId).stream()
        .filter(snapshot -> snapshot.databaseId().equals(databaseId))
        .toList();
  }

  @Override
  public boolean updateSnapshot(DatabaseSnapshot snapshot) {
    return findSnapshot(snapshot.orgId(), snapshot.id())
        .filter(stored -> stored.revision() == snapshot.revision())
        .map(stored -> snapshots.replace(raised(snapshot)))
        .orElse(false);
  }

  @Override
  public boolean deleteSnapshot(UUID orgId, UUID id) {
    return findSnapshot(orgId, id).isPresent() && snapshots.remove(id);
  }

  private static Database raised(Database database) {
    return new Database(
        database.id(),
        database.orgId(),
        database.ownerId(),
        database.clusterId(),
        database.name(),
        database.template(),
        database.ancestry(),
        database.promotion(),
        database.goal(),
        database.status(),
        database.isProtected(),
        database.deletion(),
        database.createdAt(),
        database.revision() + 1);
  }

  private static DatabaseSnapshot raised(DatabaseSnapshot snapshot) {
    return new DatabaseSnapshot(
        snapshot.id(),
        snapshot.orgId(),
        snapshot.databaseId(),
        snapshot.clusterId(),
        snapshot.name(),
        snapshot.description(),
        snapshot.phase(),
        snapshot.sizeBytes(),
        snapshot.message(),
        snapshot.createdAt(),
        snapshot.revision() + 1);
  }
}
