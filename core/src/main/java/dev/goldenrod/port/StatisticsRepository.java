package dev.goldenrod.port;

import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Figures over all rows of an organization. Each list takes one query and is unordered. */
public interface StatisticsRepository {
  /**
   * The due work items of one kind.
   *
   * @param oldestDueAt when the first of them became due
   */
  record DueWork(WorkKind kind, int count, Instant oldestDueAt) {}

  /**
   * The number of instances with the same properties.
   *
   * @param warm whether they wait in a pool
   * @param versionBytes the total size of their versions
   */
  record InstanceCount(
      Substrate substrate, InstancePhase phase, boolean warm, int count, long versionBytes) {}

  /** The number of databases with the same properties, without deleted ones. */
  record DatabaseCount(DatabaseType type, DatabasePhase phase, int count) {}

  /** The number of imports in one phase. */
  record ImportCount(ImportPhase phase, int count) {}

  /**
   * The age of a golden's data.
   *
   * @param latestAt when its newest ready version was requested: its data is from then or later
   */
  record GoldenAge(String golden, Instant latestAt) {}

  /**
   * The fill level of a pool.
   *
   * @param ready the number of warm clones that can be claimed
   */
  record PoolFill(String golden, InstanceSize size, int target, int ready) {}

  /**
   * The sizes of data that is kept, as an engine sees them: copies on write share what they have in
   * common.
   *
   * @param goldens of all ready versions
   * @param snapshots of all snapshots of databases
   */
  record DataBytes(long goldens, long snapshots) {}

  /** Returns the due work, of all organizations, that no server has claimed. */
  List<DueWork> dueWork(Instant now);

  List<InstanceCount> instances(UUID orgId);

  List<DatabaseCount> databases(UUID orgId);

  List<ImportCount> imports(UUID orgId);

  /** Returns the goldens that have a ready version and are not deleted. */
  List<GoldenAge> goldens(UUID orgId);

  List<PoolFill> pools(UUID orgId);

  DataBytes dataBytes(UUID orgId);

  /**
   * Returns for each snapshot schedule when its newest ready snapshot was taken or, without one,
   * when the schedule was created. Schedules of deleted databases are left out.
   */
  List<Instant> scheduledSnapshots(UUID orgId);
}
