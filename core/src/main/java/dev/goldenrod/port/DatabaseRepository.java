package dev.goldenrod.port;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Databases and their snapshots. */
public interface DatabaseRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the organization has a database of that name that is not
   *     deleted
   */
  void insert(Database database);

  Optional<Database> find(UUID orgId, UUID id);

  /** Returns the database and locks its row until the transaction ends. */
  Optional<Database> lock(UUID orgId, UUID id);

  /** Returns the database of that name; deleted databases are left out. */
  Optional<Database> findByName(UUID orgId, String name);

  /** Returns all databases, oldest first, including deleted ones that can be restored. */
  List<Database> list(UUID orgId);

  /**
   * Returns a page of the databases that are not deleted, oldest first.
   *
   * @param ownerId only those of that member; null for all
   * @param after only rows behind that place, even if it was deleted; null for the first page
   */
  List<Placed<Database>> page(UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit);

  /** Returns the databases with the given ids, oldest first; unknown ids are left out. */
  List<Database> findAll(UUID orgId, Collection<UUID> ids);

  /** Returns those of the ids that belong to databases. */
  Set<UUID> existing(UUID orgId, Collection<UUID> ids);

  /** Returns all databases of the owner, oldest first, including deleted ones. */
  List<Database> listOwnedBy(UUID orgId, UUID ownerId);

  /** Returns all branches of the parent, oldest first, including deleted ones. */
  List<Database> branchesOf(UUID orgId, UUID parentId);

  /** Returns all branches of the parents, oldest first, including deleted ones. */
  List<Database> branchesOfAll(UUID orgId, Collection<UUID> parentIds);

  /** Returns all databases of the cluster, oldest first, including deleted ones. */
  List<Database> inCluster(UUID orgId, UUID clusterId);

  /**
   * Returns the databases that are copied from the given one and still {@linkplain
   * Database#needsOrigin need} it, oldest first.
   */
  List<Database> beingMadeOfDatabase(UUID orgId, UUID sourceId);

  /**
   * Returns the databases that are made from the snapshot and still {@linkplain
   * Database#needsOrigin need} it, oldest first.
   */
  List<Database> beingMadeOfSnapshot(UUID orgId, UUID snapshotId);

  /**
   * Returns the databases that are made from a version of the golden and still {@linkplain
   * Database#needs need} it, oldest first.
   */
  List<Database> beingMadeOfGolden(UUID orgId, UUID goldenId);

  /**
   * Returns those of the snapshots that a database was made from whose goal is not to be absent.
   */
  Set<UUID> originsAmong(UUID orgId, Collection<UUID> snapshotIds);

  /** Returns the deleted databases that can be restored, in the order of their deletion. */
  List<Database> restorable(UUID orgId);

  /** Returns the owner's deleted databases that can be restored, in the order of their deletion. */
  List<Database> restorableOf(UUID orgId, UUID ownerId);

  /**
   * Returns the names that begin with the prefix, unordered, including those of deleted databases.
   *
   * @param prefix letters, digits and dashes
   */
  List<String> namesBeginningWith(UUID orgId, String prefix);

  /** Returns the number of databases that are neither deleted nor to be absent. */
  int countPresent(UUID orgId);

  /** Returns the number of the owner's databases that are neither deleted nor to be absent. */
  int countPresentOwnedBy(UUID orgId, UUID ownerId);

  /** Replaces the row if its revision is unchanged, and raises it; returns false when it is not. */
  boolean update(Database database);

  /**
   * Updates the row as {@link #update} does, but without waiting for the disk, so that a crash may
   * undo it. Only for state that the data plane will report again. Not for the fact that a database
   * runs: one that was created and is gone must not be created again.
   */
  boolean updateProgress(Database database);

  /** Deletes the row; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);

  /** Inserts the row. */
  void insertSnapshot(DatabaseSnapshot snapshot);

  Optional<DatabaseSnapshot> findSnapshot(UUID orgId, UUID id);

  /** Returns the snapshot and locks its row until the transaction ends. */
  Optional<DatabaseSnapshot> lockSnapshot(UUID orgId, UUID id);

  /** Returns the snapshots of the database, oldest first. */
  List<DatabaseSnapshot> snapshotsOf(UUID orgId, UUID databaseId);

  /** Returns the snapshots of the databases, oldest first. */
  List<DatabaseSnapshot> snapshotsOfAll(UUID orgId, Collection<UUID> databaseIds);

  /** Returns the snapshots with the given ids, oldest first; unknown ids are left out. */
  List<DatabaseSnapshot> findSnapshots(UUID orgId, Collection<UUID> ids);

  /** Returns those of the ids that belong to snapshots. */
  Set<UUID> existingSnapshots(UUID orgId, Collection<UUID> ids);

  /**
   * Returns a page of the snapshots of the database, oldest first.
   *
   * @param after only rows behind that place, even if it was deleted; null for the first page
   */
  List<Placed<DatabaseSnapshot>> pageOfSnapshots(
      UUID orgId, UUID databaseId, @Nullable Place after, int limit);

  /** Returns all snapshots in the cluster, oldest first. */
  List<DatabaseSnapshot> snapshotsIn(UUID orgId, UUID clusterId);

  /** Returns the number of snapshots that are not being deleted. */
  int countSnapshots(UUID orgId);

  /** Returns the number of snapshots of the owner's databases that are not being deleted. */
  int countSnapshotsOwnedBy(UUID orgId, UUID ownerId);

  /** Replaces the row if its revision is unchanged, and raises it; returns false when it is not. */
  boolean updateSnapshot(DatabaseSnapshot snapshot);

  /** Deletes the row; returns false when there was none. */
  boolean deleteSnapshot(UUID orgId, UUID id);
}
