package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.Cron;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.port.ScheduleRepository;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiSchedules(Sql sql) implements ScheduleRepository {
  private static final Columns<SnapshotSchedule> COLUMNS =
      new Columns<>(
          "id, org_id, database_id, cron, keep, next_at, message, created_at, revision",
          JdbiSchedules::read);

  private static final Columns<UUID> TAKEN = new Columns<>("snapshot_id", Row::uuid);

  @Override
  public void insert(SnapshotSchedule schedule) {
    sql.update(
        """
        insert into snapshot_schedules
          (id, org_id, database_id, cron, keep, next_at, message, created_at, revision)
        values
          (:id, :orgId, :databaseId, :cron, :keep, :nextAt, :message, :createdAt, :revision)
        """,
        values -> bind(values, schedule));
  }

  @Override
  public Optional<SnapshotSchedule> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "snapshot_schedules", orgId, id);
  }

  @Override
  public Optional<SnapshotSchedule> ofDatabase(UUID orgId, UUID databaseId) {
    return sql.one(
        COLUMNS,
        "from snapshot_schedules where database_id = :databaseId and org_id = :orgId",
        values -> values.uuid("databaseId", databaseId).uuid("orgId", orgId));
  }

  @Override
  public List<SnapshotSchedule> ofDatabases(UUID orgId, Collection<UUID> databaseIds) {
    return sql.list(
        COLUMNS,
        "from snapshot_schedules join "
            + Sql.ASKED_IDS
            + " on asked_id = database_id where org_id = :orgId order by created_at, seq",
        values -> values.uuids("ids", databaseIds).uuid("orgId", orgId));
  }

  @Override
  public boolean update(SnapshotSchedule schedule) {
    return sql.update(
            """
            update snapshot_schedules set database_id = :databaseId, cron = :cron, keep = :keep,
              next_at = :nextAt, message = :message, created_at = :createdAt,
              revision = revision + 1
            where id = :id and org_id = :orgId and revision = :revision
            """,
            values -> bind(values, schedule))
        > 0;
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("snapshot_schedules", orgId, id);
  }

  @Override
  public void addTaken(UUID scheduleId, UUID snapshotId) {
    sql.update(
        """
        insert into scheduled_snapshots (snapshot_id, schedule_id)
        values (:snapshotId, :scheduleId)
        """,
        values -> values.uuid("snapshotId", snapshotId).uuid("scheduleId", scheduleId));
  }

  @Override
  public List<UUID> taken(UUID scheduleId) {
    return sql.list(
        TAKEN,
        "from scheduled_snapshots where schedule_id = :scheduleId",
        values -> values.uuid("scheduleId", scheduleId));
  }

  private static void bind(Values values, SnapshotSchedule schedule) throws SQLException {
    values
        .uuid("id", schedule.id())
        .uuid("orgId", schedule.orgId())
        .uuid("databaseId", schedule.databaseId())
        .text("cron", schedule.cron().toString())
        .number("keep", schedule.keep())
        .instant("nextAt", schedule.nextAt())
        .text("message", schedule.message())
        .instant("createdAt", schedule.createdAt())
        .number("revision", schedule.revision());
  }

  private static SnapshotSchedule read(Row row) throws SQLException {
    return new SnapshotSchedule(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        new Cron(row.text()),
        row.number(),
        row.instant(),
        row.text(),
        row.instant(),
        row.longNumber());
  }
}
