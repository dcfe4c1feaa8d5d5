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

/** Figures over all rows of an organisation, each list by one query, in no order. */
public interface StatisticsRepository {
  /**
   * Work of one kind that waits.
   *
   * @param oldestDueAt since when the first of it is due
   */
  record DueWork(WorkKind kind, int count, Instant oldestDueAt) {}

  /**
   * Instances that are alike.
   *
   * @param warm whether they wait in a pool
   * @param versionBytes the sizes of their versions, added up
   */
  record InstanceCount(
      Substrate substrate, InstancePhase phase, boolean warm, int count, long versionBytes) {}

  /** Databases that are alike; those that are deleted and can be restored are none. */
  record DatabaseCount(DatabaseType type, DatabasePhase phase, int count) {}

  /** Imports in one phase. */
  record ImportCount(ImportPhase phase, int count) {}

  /**
   * How fresh a golden is.
   *
   * @param latestAt when its newest ready version was asked for: its data is of then or later
   */
  record GoldenAge(String golden, Instant latestAt) {}

  /**
   * How full a pool is.
   *
   * @param ready its warm clones that can be claimed
   */
  record PoolFill(String golden, InstanceSize size, int target, int ready) {}

  /** What is due at that time and no server works on, of all organisations. */
  List<DueWork> dueWork(Instant now);

  List<InstanceCount> instances(UUID orgId);

  List<DatabaseCount> databases(UUID orgId);

  List<ImportCount> imports(UUID orgId);

  /** Goldens that have a ready version and are not deleted. */
  List<GoldenAge> goldens(UUID orgId);

  List<PoolFill> pools(UUID orgId);

  /**
   * For each schedule of snapshots, when its newest ready one was taken, or, while it has none,
   * when it began; not those of databases that are deleted.
   */
  List<Instant> scheduledSnapshots(UUID orgId);
}
