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
   * Adds the database.
   *
   * @throws StoreConflictException when the organisation has one of that name that is not deleted
   */
  void insert(Database database);

  Optional<Database> find(UUID orgId, UUID id);

  /** The database, its row locked until the transaction ends. */
  Optional<Database> lock(UUID orgId, UUID id);

  /** The database of that name that is not deleted, to be restored or not. */
  Optional<Database> findByName(UUID orgId, String name);

  /** All databases, oldest first, also those that are deleted and can be restored. */
  List<Database> list(UUID orgId);

  /**
   * A page of the databases that are not deleted, oldest first.
   *
   * @param ownerId only those of that member; null for all
   * @param after only rows behind that place, whether a row is there or not; null for the oldest
   * @param limit the most rows to return
   */
  List<Placed<Database>> page(UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit);

  /** The databases of those ids, oldest first; ids of none are left out. */
  List<Database> findAll(UUID orgId, Collection<UUID> ids);

  /** Returns which of those ids are of databases. */
  Set<UUID> existing(UUID orgId, Collection<UUID> ids);

  /** All databases of the owner, oldest first, deleted ones included. */
  List<Database> listOwnedBy(UUID orgId, UUID ownerId);

  /** All databases that have that parent, oldest first, deleted ones included. */
  List<Database> branchesOf(UUID orgId, UUID parentId);

  /** All databases of the cluster, oldest first, deleted ones included. */
  List<Database> inCluster(UUID orgId, UUID clusterId);

  /**
   * Databases that are copied from that database and {@linkplain Database#needsOrigin need} it
   * still, oldest first.
   */
  List<Database> beingMadeOfDatabase(UUID orgId, UUID sourceId);

  /**
   * Databases that are made of that snapshot and {@linkplain Database#needsOrigin need} it still,
   * oldest first.
   */
  List<Database> beingMadeOfSnapshot(UUID orgId, UUID snapshotId);

  /**
   * Databases that are made of a version of that golden and {@linkplain Database#needs need} it
   * still, oldest first.
   */
  List<Database> beingMadeOfGolden(UUID orgId, UUID goldenId);

  /** Returns which of those snapshots a database was made of whose goal is not to be absent. */
  Set<UUID> originsAmong(UUID orgId, Collection<UUID> snapshotIds);

  /** Databases that are deleted and can be restored, the first deleted first. */
  List<Database> restorable(UUID orgId);

  /** Databases of the owner that are deleted and can be restored, the first deleted first. */
  List<Database> restorableOf(UUID orgId, UUID ownerId);

  /**
   * The names that begin with that text, in no order, those of deleted databases included.
   *
   * @param prefix letters, digits and dashes
   */
  List<String> namesBeginningWith(UUID orgId, String prefix);

  /** How many databases are neither deleted nor to be absent. */
  int countPresent(UUID orgId);

  /** How many databases of the owner are neither deleted nor to be absent. */
  int countPresentOwnedBy(UUID orgId, UUID ownerId);

  /** Replaces the row if its revision is the database's, raising it; false when it is not. */
  boolean update(Database database);

  /**
   * The same for what the data plane shows, and will show again: a kill may undo it, so nothing
   * waits for the disk. That a database runs is none of that, since one that was made and is gone
   * must not be made again.
   */
  boolean updateProgress(Database database);

  /** Removes the row; false when there was none. */
  boolean delete(UUID orgId, UUID id);

  /** Adds the snapshot. */
  void insertSnapshot(DatabaseSnapshot snapshot);

  Optional<DatabaseSnapshot> findSnapshot(UUID orgId, UUID id);

  /** The snapshot, its row locked until the transaction ends. */
  Optional<DatabaseSnapshot> lockSnapshot(UUID orgId, UUID id);

  /** The snapshots of the database, oldest first. */
  List<DatabaseSnapshot> snapshotsOf(UUID orgId, UUID databaseId);

  /** The snapshots of those ids, oldest first; ids of none are left out. */
  List<DatabaseSnapshot> findSnapshots(UUID orgId, Collection<UUID> ids);

  /** Returns which of those ids are of snapshots. */
  Set<UUID> existingSnapshots(UUID orgId, Collection<UUID> ids);

  /**
   * A page of the snapshots of the database, oldest first.
   *
   * @param after only rows behind that place, whether a row is there or not; null for the oldest
   * @param limit the most rows to return
   */
  List<Placed<DatabaseSnapshot>> pageOfSnapshots(
      UUID orgId, UUID databaseId, @Nullable Place after, int limit);

  /** All snapshots in the cluster, oldest first. */
  List<DatabaseSnapshot> snapshotsIn(UUID orgId, UUID clusterId);

  /** How many snapshots are not being deleted. */
  int countSnapshots(UUID orgId);

  /** How many snapshots of databases of that owner are not being deleted. */
  int countSnapshotsOwnedBy(UUID orgId, UUID ownerId);

  /** Replaces the row if its revision is the snapshot's, raising it; false when it is not. */
  boolean updateSnapshot(DatabaseSnapshot snapshot);

  /** Removes the row; false when there was none. */
  boolean deleteSnapshot(UUID orgId, UUID id);
}
