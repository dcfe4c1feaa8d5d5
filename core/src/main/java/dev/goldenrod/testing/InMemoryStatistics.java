package dev.goldenrod.testing;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.port.StatisticsRepository;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Statistics computed from the other repositories. */
record InMemoryStatistics(Transaction tx, InMemoryWork work) implements StatisticsRepository {
  @Override
  public List<DueWork> dueWork(Instant now) {
    return grouped(work.allDue(now), WorkItem::kind).entrySet().stream()
        .map(of -> new DueWork(of.getKey(), of.getValue().size(), of.getValue().get(0).dueAt()))
        .toList();
  }

  @Override
  public List<InstanceCount> instances(UUID orgId) {
    record Alike(UUID goldenId, InstancePhase phase, boolean warm) {}
    return grouped(
            tx.instances().list(orgId).stream()
                .filter(one -> tx.goldens().find(orgId, goldenId(one)).isPresent())
                .toList(),
            one -> new Alike(goldenId(one), one.phase(), one.isWarm()))
        .entrySet()
        .stream()
        .map(
            of -> {
              Golden golden = tx.goldens().find(orgId, of.getKey().goldenId()).orElseThrow();
              long bytes = of.getValue().stream().mapToLong(this::versionBytes).sum();
              return new InstanceCount(
                  golden.substrate(),
                  of.getKey().phase(),
                  of.getKey().warm(),
                  of.getValue().size(),
                  bytes);
            })
        .collect(
            Collectors.toMap(
                count -> List.of(count.substrate(), count.phase(), count.warm()),
                Function.identity(),
                InMemoryStatistics::added))
        .values()
        .stream()
        .toList();
  }

  private static InstanceCount added(InstanceCount one, InstanceCount other) {
    return new InstanceCount(
        one.substrate(),
        one.phase(),
        one.warm(),
        one.count() + other.count(),
        one.versionBytes() + other.versionBytes());
  }

  private static UUID goldenId(Instance instance) {
    return instance.spec().golden().goldenId();
  }

  private long versionBytes(Instance instance) {
    GoldenRef golden = instance.spec().golden();
    return tx.goldens()
        .findVersion(golden.goldenId(), golden.version())
        .map(GoldenVersion::sizeBytes)
        .orElse(0L);
  }

  @Override
  public List<DatabaseCount> databases(UUID orgId) {
    return grouped(
            tx.databases().list(orgId).stream().filter(one -> !one.isDeleted()).toList(),
            one -> List.of(one.template().type(), one.phase()))
        .values()
        .stream()
        .map(
            alike -> {
              Database one = alike.get(0);
              return new DatabaseCount(one.template().type(), one.phase(), alike.size());
            })
        .toList();
  }

  @Override
  public List<ImportCount> imports(UUID orgId) {
    return grouped(tx.imports().list(orgId), ImportJob::phase).entrySet().stream()
        .map(of -> new ImportCount(of.getKey(), of.getValue().size()))
        .toList();
  }

  @Override
  public List<GoldenAge> goldens(UUID orgId) {
    return tx.goldens().list(orgId).stream()
        .map(summary -> summary.golden())
        .filter(golden -> !golden.isDeleted())
        .flatMap(
            golden ->
                tx.goldens().latestReady(golden.id()).stream()
                    .map(version -> new GoldenAge(golden.name(), version.createdAt())))
        .toList();
  }

  @Override
  public DataBytes dataBytes(UUID orgId) {
    long goldens =
        tx.goldens().list(orgId).stream()
            .flatMap(summary -> tx.goldens().versions(summary.golden().id()).stream())
            .filter(GoldenVersion::isReady)
            .mapToLong(GoldenVersion::sizeBytes)
            .sum();
    long snapshots =
        tx.clusters().list(orgId).stream()
            .flatMap(cluster -> tx.databases().snapshotsIn(orgId, cluster.id()).stream())
            .mapToLong(DatabaseSnapshot::sizeBytes)
            .sum();
    return new DataBytes(goldens, snapshots);
  }

  @Override
  public List<PoolFill> pools(UUID orgId) {
    return tx.pools().list(orgId).stream().map(this::fill).toList();
  }

  private PoolFill fill(Pool pool) {
    long ready =
        tx.instances().ofPool(pool.orgId(), pool.id()).stream()
            .filter(one -> one.phase() == InstancePhase.READY)
            .count();
    return new PoolFill(pool.golden(), pool.size(), pool.target(), (int) ready);
  }

  @Override
  public List<Instant> scheduledSnapshots(UUID orgId) {
    return tx.databases().list(orgId).stream()
        .filter(database -> !database.isDeleted())
        .flatMap(database -> tx.schedules().ofDatabase(orgId, database.id()).stream())
        .map(this::newestSnapshot)
        .toList();
  }

  private Instant newestSnapshot(SnapshotSchedule schedule) {
    List<UUID> taken = tx.schedules().taken(schedule.id());
    return tx.databases().snapshotsOf(schedule.orgId(), schedule.databaseId()).stream()
        .filter(snapshot -> taken.contains(snapshot.id()))
        .filter(snapshot -> snapshot.phase() == DatabaseSnapshot.Phase.READY)
        .map(DatabaseSnapshot::createdAt)
        .max(Instant::compareTo)
        .orElse(schedule.createdAt());
  }

  private static <K, R> Map<K, List<R>> grouped(List<R> rows, Function<R, K> key) {
    return rows.stream().collect(Collectors.groupingBy(key));
  }
}
