package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.StatisticsRepository;
import dev.goldenrod.port.WorkKind;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

record JdbiStatistics(Sql sql) implements StatisticsRepository {
  private static final Columns<DueWork> WORK =
      new Columns<>(
          "kind, count(*), min(due_at)",
          row -> new DueWork(row.constant(WorkKind.class), row.number(), row.instant()));

  private static final Columns<InstanceCount> INSTANCES =
      new Columns<>(
          "goldens.substrate, instances.phase, instances.pool_id is not null, count(*),"
              + " coalesce(sum(golden_versions.size_bytes), 0)",
          row ->
              new InstanceCount(
                  row.constant(Substrate.class),
                  row.constant(InstancePhase.class),
                  row.flag(),
                  row.number(),
                  row.longNumber()));

  private static final Columns<DatabaseCount> DATABASES =
      new Columns<>(
          "type, phase, count(*)",
          row ->
              new DatabaseCount(
                  row.constant(DatabaseType.class),
                  row.constant(DatabasePhase.class),
                  row.number()));

  private static final Columns<ImportCount> IMPORTS =
      new Columns<>(
          "phase, count(*)", row -> new ImportCount(row.constant(ImportPhase.class), row.number()));

  private static final Columns<GoldenAge> GOLDENS =
      new Columns<>(
          "goldens.name, golden_versions.created_at",
          row -> new GoldenAge(row.text(), row.instant()));

  private static final Columns<PoolFill> POOLS =
      new Columns<>(
          "golden_name, instance_size, target, (select count(*) from instances"
              + " where instances.pool_id = pools.id and instances.org_id = pools.org_id"
              + " and instances.phase = 'READY')",
          row ->
              new PoolFill(
                  row.text(), row.constant(InstanceSize.class), row.number(), row.number()));

  private static final Columns<Long> SUM_OF_SIZES =
      new Columns<>("coalesce(sum(size_bytes), 0)", Row::longNumber);

  private static final Columns<Instant> SCHEDULED_SNAPSHOTS =
      new Columns<>(
          "coalesce((select max(database_snapshots.created_at) from scheduled_snapshots"
              + " join database_snapshots on database_snapshots.id = scheduled_snapshots.snapshot_id"
              + " where scheduled_snapshots.schedule_id = snapshot_schedules.id"
              + " and database_snapshots.phase = 'READY'), snapshot_schedules.created_at)",
          row -> row.instant());

  @Override
  public List<DueWork> dueWork(Instant now) {
    return sql.list(
        WORK,
        """
        from work_items
        where due_at <= :now and (lease_until is null or lease_until <= :now)
        group by kind
        """,
        values -> values.instant("now", now));
  }

  @Override
  public List<InstanceCount> instances(UUID orgId) {
    return ofOrg(
        INSTANCES,
        """
        from instances
        join goldens on goldens.id = instances.golden_id
        left join golden_versions on golden_versions.golden_id = instances.golden_id
          and golden_versions.version_number = instances.golden_version
        where instances.org_id = :orgId
        group by goldens.substrate, instances.phase, instances.pool_id is not null
        """,
        orgId);
  }

  @Override
  public List<DatabaseCount> databases(UUID orgId) {
    return ofOrg(
        DATABASES,
        "from databases where org_id = :orgId and deleted_at is null group by type, phase",
        orgId);
  }

  @Override
  public List<ImportCount> imports(UUID orgId) {
    return ofOrg(IMPORTS, "from imports where org_id = :orgId group by phase", orgId);
  }

  @Override
  public List<GoldenAge> goldens(UUID orgId) {
    return ofOrg(
        GOLDENS,
        """
        from goldens join golden_versions on golden_versions.golden_id = goldens.id
        where goldens.org_id = :orgId and goldens.deleted_at is null
          and golden_versions.version_number =
          (select max(version_number) from golden_versions
           where golden_id = goldens.id and status = 'READY')
        """,
        orgId);
  }

  @Override
  public List<PoolFill> pools(UUID orgId) {
    return ofOrg(POOLS, "from pools where org_id = :orgId", orgId);
  }

  @Override
  public DataBytes dataBytes(UUID orgId) {
    List<Long> goldens =
        ofOrg(
            SUM_OF_SIZES,
            """
            from golden_versions join goldens on goldens.id = golden_versions.golden_id
            where goldens.org_id = :orgId and golden_versions.status = 'READY'
            """,
            orgId);
    List<Long> snapshots =
        ofOrg(SUM_OF_SIZES, "from database_snapshots where org_id = :orgId", orgId);
    return new DataBytes(goldens.get(0), snapshots.get(0));
  }

  @Override
  public List<Instant> scheduledSnapshots(UUID orgId) {
    return ofOrg(
        SCHEDULED_SNAPSHOTS,
        """
        from snapshot_schedules join databases on databases.id = snapshot_schedules.database_id
        where snapshot_schedules.org_id = :orgId and databases.deleted_at is null
        """,
        orgId);
  }

  private <T> List<T> ofOrg(Columns<T> columns, String from, UUID orgId) {
    return sql.list(columns, from, values -> values.uuid("orgId", orgId));
  }
}
