package dev.goldenrod.port;

import dev.goldenrod.database.SnapshotSchedule;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Snapshot schedules, and the snapshots that each took. */
public interface ScheduleRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the database has a schedule
   */
  void insert(SnapshotSchedule schedule);

  Optional<SnapshotSchedule> find(UUID orgId, UUID id);

  Optional<SnapshotSchedule> ofDatabase(UUID orgId, UUID databaseId);

  /** Returns the schedules of the given databases, oldest first. */
  List<SnapshotSchedule> ofDatabases(UUID orgId, Collection<UUID> databaseIds);

  /** Replaces the row if its revision is unchanged, and raises it; returns false when it is not. */
  boolean update(SnapshotSchedule schedule);

  /** Deletes the schedule but not its snapshots; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);

  /** Records that the schedule took the snapshot, which was inserted before. */
  void addTaken(UUID scheduleId, UUID snapshotId);

  /** Returns the ids of the existing snapshots that the schedule took, unordered. */
  List<UUID> taken(UUID scheduleId);
}
