package dev.goldenrod.testing;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.port.DatabaseRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import dev.goldenrod.port.StoreConflictException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class InMemoryDatabases implements DatabaseRepository {
  private final InMemoryTable<UUID, Database> databases;
  private final InMemoryTable<UUID, DatabaseSnapshot> snapshots;

  InMemoryDatabases(UndoLog undoLog) {
    databases =
        new InMemoryTable<>(undoLog, "database", Database::id).listedBy(Database::createdAt);
    snapshots =
        new InMemoryTable<>(undoLog, "snapshot", DatabaseSnapshot::id)
            .listedBy(DatabaseSnapshot::createdAt);
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
    return oldestFirst(orgId, database -> true);
  }

  @Override
  public List<Placed<Database>> page(
      UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit) {
    return databases.oldestFirst(
        one ->
            one.orgId().equals(orgId)
                && !one.isDeleted()
                && (ownerId == null || one.ownerId().equals(ownerId)),
        after,
        limit);
  }

  @Override
  public List<Database> findAll(UUID orgId, Collection<UUID> ids) {
    return oldestFirst(orgId, database -> ids.contains(database.id()));
  }

  @Override
  public Set<UUID> existing(UUID orgId, Collection<UUID> ids) {
    return findAll(orgId, ids).stream().map(Database::id).collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public List<Database> listOwnedBy(UUID orgId, UUID ownerId) {
    return oldestFirst(orgId, database -> database.ownerId().equals(ownerId));
  }

  @Override
  public List<Database> branchesOf(UUID orgId, UUID parentId) {
    return branchesOfAll(orgId, List.of(parentId));
  }

  @Override
  public List<Database> branchesOfAll(UUID orgId, Collection<UUID> parentIds) {
    return oldestFirst(
        orgId,
        database -> database.hasParent() && parentIds.contains(database.ancestry().parentId()));
  }

  @Override
  public List<Database> inCluster(UUID orgId, UUID clusterId) {
    return oldestFirst(orgId, database -> database.clusterId().equals(clusterId));
  }

  @Override
  public List<Database> beingMadeOfDatabase(UUID orgId, UUID sourceId) {
    return oldestFirst(
        orgId, one -> one.needsOrigin() && sourceId.equals(one.ancestry().sourceId()));
  }

  @Override
  public List<Database> beingMadeOfSnapshot(UUID orgId, UUID snapshotId) {
    return oldestFirst(
        orgId, one -> one.needsOrigin() && snapshotId.equals(one.ancestry().snapshotId()));
  }

  @Override
  public List<Database> beingMadeOfGolden(UUID orgId, UUID goldenId) {
    return oldestFirst(orgId, one -> one.needs(goldenId));
  }

  @Override
  public Set<UUID> originsAmong(UUID orgId, Collection<UUID> snapshotIds) {
    return oldestFirst(orgId, Database::isPresent).stream()
        .flatMap(database -> Stream.ofNullable(database.ancestry().snapshotId()))
        .filter(snapshotIds::contains)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public List<Database> restorable(UUID orgId) {
    return oldestFirst(orgId, Database::isRestorable).stream()
        .sorted(Comparator.comparing(one -> Objects.requireNonNull(one.deletion()).at()))
        .toList();
  }

  @Override
  public List<Database> restorableOf(UUID orgId, UUID ownerId) {
    return restorable(orgId).stream().filter(one -> one.ownerId().equals(ownerId)).toList();
  }

  @Override
  public List<String> namesBeginningWith(UUID orgId, String prefix) {
    return list(orgId).stream()
        .map(Database::name)
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  @Override
  public int countPresent(UUID orgId) {
    return oldestFirst(orgId, InMemoryDatabases::isInUse).size();
  }

  @Override
  public int countPresentOwnedBy(UUID orgId, UUID ownerId) {
    return oldestFirst(orgId, one -> isInUse(one) && one.ownerId().equals(ownerId)).size();
  }

  private static boolean isInUse(Database database) {
    return database.isPresent() && !database.isDeleted();
  }

  private List<Database> oldestFirst(UUID orgId, Predicate<Database> condition) {
    return databases.where(
        condition.and(database -> database.orgId().equals(orgId)),
        Comparator.comparing(Database::createdAt));
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
  public List<DatabaseSnapshot> findSnapshots(UUID orgId, Collection<UUID> ids) {
    return snapshots(orgId, snapshot -> ids.contains(snapshot.id()));
  }

  @Override
  public Set<UUID> existingSnapshots(UUID orgId, Collection<UUID> ids) {
    return findSnapshots(orgId, ids).stream()
        .map(DatabaseSnapshot::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public List<DatabaseSnapshot> snapshotsOf(UUID orgId, UUID databaseId) {
    return snapshotsOfAll(orgId, List.of(databaseId));
  }

  @Override
  public List<DatabaseSnapshot> snapshotsOfAll(UUID orgId, Collection<UUID> databaseIds) {
    return snapshots(orgId, snapshot -> databaseIds.contains(snapshot.databaseId()));
  }

  @Override
  public List<Placed<DatabaseSnapshot>> pageOfSnapshots(
      UUID orgId, UUID databaseId, @Nullable Place after, int limit) {
    return snapshots.oldestFirst(
        one -> one.orgId().equals(orgId) && one.databaseId().equals(databaseId), after, limit);
  }

  @Override
  public List<DatabaseSnapshot> snapshotsIn(UUID orgId, UUID clusterId) {
    return snapshots(orgId, snapshot -> snapshot.clusterId().equals(clusterId));
  }

  @Override
  public int countSnapshots(UUID orgId) {
    return snapshots(orgId, snapshot -> snapshot.phase() != Phase.DELETING).size();
  }

  @Override
  public int countSnapshotsOwnedBy(UUID orgId, UUID ownerId) {
    Set<UUID> owned =
        listOwnedBy(orgId, ownerId).stream().map(Database::id).collect(Collectors.toSet());
    return snapshots(
            orgId, one -> one.phase() != Phase.DELETING && owned.contains(one.databaseId()))
        .size();
  }

  private List<DatabaseSnapshot> snapshots(UUID orgId, Predicate<DatabaseSnapshot> condition) {
    return snapshots.where(
        condition.and(snapshot -> snapshot.orgId().equals(orgId)),
        Comparator.comparing(DatabaseSnapshot::createdAt));
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
