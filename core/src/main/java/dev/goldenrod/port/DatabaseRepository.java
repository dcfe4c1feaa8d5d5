package dev.goldenrod.port;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

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

  /** All snapshots of all databases, oldest first. */
  List<DatabaseSnapshot> listSnapshots(UUID orgId);

  /** The snapshots of the database, oldest first. */
  List<DatabaseSnapshot> snapshotsOf(UUID orgId, UUID databaseId);

  /** Replaces the row if its revision is the snapshot's, raising it; false when it is not. */
  boolean updateSnapshot(DatabaseSnapshot snapshot);

  /** Removes the row; false when there was none. */
  boolean deleteSnapshot(UUID orgId, UUID id);
}
