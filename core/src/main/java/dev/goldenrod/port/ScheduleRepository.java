package dev.goldenrod.port;

import dev.goldenrod.database.SnapshotSchedule;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Schedules of snapshots, and which snapshots each took. */
public interface ScheduleRepository {
  /**
   * Adds the schedule.
   *
   * @throws StoreConflictException when the database has one
   */
  void insert(SnapshotSchedule schedule);

  Optional<SnapshotSchedule> find(UUID orgId, UUID id);

  Optional<SnapshotSchedule> ofDatabase(UUID orgId, UUID databaseId);

  /** The schedules of those databases, oldest first. */
  List<SnapshotSchedule> ofDatabases(UUID orgId, Collection<UUID> databaseIds);

  /** Replaces the row if its revision is the schedule's, raising it; false when it is not. */
  boolean update(SnapshotSchedule schedule);

  /** Removes the row and what it took from its record; the snapshots stay. False without one. */
  boolean delete(UUID orgId, UUID id);

  /** Records that the schedule took the snapshot, which was inserted before. */
  void addTaken(UUID scheduleId, UUID snapshotId);

  /** The ids of the snapshots that it took and that are there, in no order. */
  List<UUID> taken(UUID scheduleId);
}
