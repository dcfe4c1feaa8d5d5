package dev.goldenrod.testing;

import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.port.DatabaseRepository;
import dev.goldenrod.port.ScheduleRepository;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemorySchedules implements ScheduleRepository {
  record ScheduledSnapshot(UUID snapshotId, UUID scheduleId, UUID orgId) {}

  private final InMemoryTable<UUID, SnapshotSchedule> schedules;
  private final InMemoryTable<UUID, ScheduledSnapshot> taken;
  private final DatabaseRepository databases;

  InMemorySchedules(UndoLog undoLog, DatabaseRepository databases) {
    schedules =
        new InMemoryTable<>(undoLog, "snapshot schedule", SnapshotSchedule::id)
            .unique("database", SnapshotSchedule::databaseId);
    taken = new InMemoryTable<>(undoLog, "scheduled snapshot", ScheduledSnapshot::snapshotId);
    this.databases = databases;
  }

  @Override
  public void insert(SnapshotSchedule schedule) {
    schedules.insert(schedule);
  }

  @Override
  public Optional<SnapshotSchedule> find(UUID orgId, UUID id) {
    return schedules.find(id).filter(one -> one.orgId().equals(orgId));
  }

  @Override
  public Optional<SnapshotSchedule> ofDatabase(UUID orgId, UUID databaseId) {
    return ofDatabases(orgId, List.of(databaseId)).stream().findFirst();
  }

  @Override
  public List<SnapshotSchedule> ofDatabases(UUID orgId, Collection<UUID> databaseIds) {
    return schedules.where(
        one -> one.orgId().equals(orgId) && databaseIds.contains(one.databaseId()),
        Comparator.comparing(SnapshotSchedule::createdAt));
  }

  @Override
  public boolean update(SnapshotSchedule schedule) {
    return find(schedule.orgId(), schedule.id())
        .filter(stored -> stored.revision() == schedule.revision())
        .map(stored -> schedules.replace(raised(schedule)))
        .orElse(false);
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    taken.removeIf(one -> one.scheduleId().equals(id));
    return find(orgId, id).isPresent() && schedules.remove(id);
  }

  @Override
  public void addTaken(UUID scheduleId, UUID snapshotId) {
    UUID orgId = schedules.find(scheduleId).orElseThrow().orgId();
    taken.insert(new ScheduledSnapshot(snapshotId, scheduleId, orgId));
  }

  @Override
  public List<UUID> taken(UUID scheduleId) {
    return taken.where(one -> one.scheduleId().equals(scheduleId)).stream()
        .filter(one -> databases.findSnapshot(one.orgId(), one.snapshotId()).isPresent())
        .map(ScheduledSnapshot::snapshotId)
        .toList();
  }

  private static SnapshotSchedule raised(SnapshotSchedule schedule) {
    return new SnapshotSchedule(
        schedule.id(),
        schedule.orgId(),
        schedule.databaseId(),
        schedule.cron(),
        schedule.keep(),
        schedule.nextAt(),
        schedule.message(),
        schedule.createdAt(),
        schedule.revision() + 1);
  }
}
