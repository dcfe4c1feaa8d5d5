package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.Deletion;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Cron;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.port.StatisticsRepository.DataBytes;
import dev.goldenrod.port.StatisticsRepository.DatabaseCount;
import dev.goldenrod.port.StatisticsRepository.DueWork;
import dev.goldenrod.port.StatisticsRepository.GoldenAge;
import dev.goldenrod.port.StatisticsRepository.ImportCount;
import dev.goldenrod.port.StatisticsRepository.InstanceCount;
import dev.goldenrod.port.StatisticsRepository.PoolFill;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.source.Source;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractStatistics extends StoreContractPart {
  private static final Deletion DELETION = new Deletion(T0, UUID.randomUUID(), at(1));

  private final Golden golden = golden(unique("shop"), T0);
  private final UUID poolId = UUID.randomUUID();

  @Test
  void an_organisation_has_no_figures_of_another_one() {
    UUID other = UUID.randomUUID();
    store().useTransaction(tx -> tx.databases().insert(database(DatabaseType.MYSQL)));

    assertThat(rows(tx -> tx.statistics().databases(orgId))).hasSize(1);
    assertThat(rows(tx -> tx.statistics().instances(other))).isEmpty();
    assertThat(rows(tx -> tx.statistics().databases(other))).isEmpty();
    assertThat(rows(tx -> tx.statistics().imports(other))).isEmpty();
    assertThat(rows(tx -> tx.statistics().goldens(other))).isEmpty();
    assertThat(rows(tx -> tx.statistics().pools(other))).isEmpty();
  }

  /** Due work is counted over all organizations, so this test has a time of its own. */
  @Test
  void work_counts_as_due_until_a_server_claims_it() {
    Instant first = longBefore(1000);
    WorkItem earlier = item(first);
    WorkItem later = item(first.plusSeconds(5));
    WorkItem notYet = item(first.plusSeconds(60));
    store().useTransaction(tx -> List.of(later, earlier, notYet).forEach(tx.work()::schedule));

    assertThat(due(first.plusSeconds(30))).containsExactly(new DueWork(WorkKind.POOL, 2, first));

    store()
        .useTransaction(
            tx -> {
              WorkItem stored = tx.work().find(earlier.resourceId()).orElseThrow();
              tx.work().claim(stored, "a server", first.plusSeconds(100)).orElseThrow();
            });
    assertThat(due(first.plusSeconds(30)))
        .containsExactly(new DueWork(WorkKind.POOL, 1, later.dueAt()));
    store()
        .useTransaction(
            tx -> List.of(later, earlier, notYet).forEach(done -> tx.work().schedule(moved(done))));
  }

  private List<DueWork> due(Instant now) {
    return rows(tx -> tx.statistics().dueWork(now));
  }

  private WorkItem item(Instant dueAt) {
    return WorkItem.due(WorkKind.POOL, orgId, UUID.randomUUID(), null, dueAt);
  }

  /** Moves the item to a time at which it does not affect other tests. */
  private static WorkItem moved(WorkItem item) {
    return WorkItem.due(
        item.kind(), item.orgId(), item.resourceId(), UUID.randomUUID(), at(1_000_000));
  }

  @Test
  void instances_are_counted_with_the_sizes_of_their_versions() {
    Golden other = golden(unique("tea"), T0);
    store()
        .useTransaction(
            tx -> {
              insert(tx, golden, 1, 100);
              insert(tx, other, 1, 1);
              tx.instances().insert(instance(golden, 1));
              tx.instances().insert(instance(golden, 1));
              tx.instances().insert(instance(other, 1));
              tx.instances().insert(instance(golden, 7).becameReady("localhost:1"));
              tx.instances().insert(warm().becameReady("localhost:2"));
            });

    assertThat(rows(tx -> tx.statistics().instances(orgId)))
        .containsExactlyInAnyOrder(
            new InstanceCount(Substrate.POSTGRES, InstancePhase.PENDING, false, 3, 201),
            new InstanceCount(Substrate.POSTGRES, InstancePhase.READY, false, 1, 0),
            new InstanceCount(Substrate.POSTGRES, InstancePhase.READY, true, 1, 100));
  }

  @Test
  void databases_are_counted_by_type_and_phase() {
    store()
        .useTransaction(
            tx -> {
              tx.databases().insert(database(DatabaseType.MYSQL));
              tx.databases().insert(database(DatabaseType.MYSQL));
              tx.databases().insert(database(DatabaseType.POSTGRESQL).becameRunning("a:1", ""));
              tx.databases().insert(database(DatabaseType.POSTGRESQL).deleted(DELETION));
            });

    assertThat(rows(tx -> tx.statistics().databases(orgId)))
        .containsExactlyInAnyOrder(
            new DatabaseCount(DatabaseType.MYSQL, DatabasePhase.PROVISIONING, 2),
            new DatabaseCount(DatabaseType.POSTGRESQL, DatabasePhase.RUNNING, 1));
  }

  @Test
  void imports_are_counted_by_phase() {
    Source source = source(T0);
    store()
        .useTransaction(
            tx -> {
              tx.sources().insert(source);
              tx.goldens().insert(golden);
              tx.imports().insert(job(source.id(), golden.id(), T0));
              tx.imports().insert(job(source.id(), golden.id(), T0));
              tx.imports().insert(job(source.id(), golden.id(), T0).failed("no", T0));
            });

    assertThat(rows(tx -> tx.statistics().imports(orgId)))
        .containsExactlyInAnyOrder(
            new ImportCount(ImportPhase.PENDING, 2), new ImportCount(ImportPhase.FAILED, 1));
  }

  @Test
  void a_golden_is_as_old_as_its_newest_ready_version() {
    store()
        .useTransaction(
            tx -> {
              insert(tx, golden, 1, 0);
              insert(tx, golden, 2, 0);
              tx.goldens().insertVersion(reserved(golden, 3));
              Golden unbuilt = golden(unique("unbuilt"), T0);
              tx.goldens().insert(unbuilt);
              tx.goldens().insertVersion(reserved(unbuilt, 1));
              insert(tx, golden(unique("deleted"), T0).deleted(DELETION), 1, 0);
            });

    assertThat(rows(tx -> tx.statistics().goldens(orgId)))
        .containsExactly(new GoldenAge(golden.name(), at(2)));
  }

  @Test
  void sizes_of_ready_versions_and_of_snapshots_are_added_up() {
    Database of = database(DatabaseType.MYSQL);
    Cluster cluster =
        new Cluster(of.clusterId(), orgId, "c", ClusterKind.EMBEDDED, "i", null, null, T0);
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(cluster);
              tx.databases().insert(of);
              tx.goldens().insert(golden);
              List.of(
                      StoreContractGoldens.reserved(golden, 1).built("x", 1).becameReady(),
                      StoreContractGoldens.reserved(golden, 2).built("y", 2).becameReady(),
                      StoreContractGoldens.reserved(golden, 3).built("z", 4))
                  .forEach(tx.goldens()::insertVersion);
              tx.databases().insertSnapshot(snapshot(of, T0).becameReady(8));
              tx.databases().insertSnapshot(snapshot(of, T0).becameReady(16));
            });

    assertThat(store().<DataBytes>inTransaction(tx -> tx.statistics().dataBytes(orgId)))
        .isEqualTo(new DataBytes(3, 24));
    assertThat(store().<DataBytes>inTransaction(tx -> tx.statistics().dataBytes(UUID.randomUUID())))
        .isEqualTo(new DataBytes(0, 0));
  }

  @Test
  void a_pool_is_as_full_as_it_has_warm_clones_that_are_ready() {
    store()
        .useTransaction(
            tx -> {
              insert(tx, golden, 1, 0);
              tx.pools()
                  .insert(
                      new Pool(poolId, orgId, golden.id(), "shop", 0, InstanceSize.LARGE, 4, T0));
              tx.instances().insert(warm());
              tx.instances().insert(warm().becameReady("localhost:1"));
              tx.instances().insert(warm().becameReady("localhost:2"));
            });

    assertThat(rows(tx -> tx.statistics().pools(orgId)))
        .containsExactly(new PoolFill("shop", InstanceSize.LARGE, 4, 2));
  }

  @Test
  void a_schedule_is_as_old_as_its_newest_ready_snapshot_or_its_own_beginning() {
    Database kept = database(DatabaseType.POSTGRESQL);
    Database fresh = database(DatabaseType.POSTGRESQL);
    Database gone = database(DatabaseType.POSTGRESQL).deleted(DELETION);
    SnapshotSchedule schedule = schedule(kept, at(1));
    store()
        .useTransaction(
            tx -> {
              List.of(kept, fresh, gone).forEach(tx.databases()::insert);
              tx.schedules().insert(schedule);
              tx.schedules().insert(schedule(fresh, at(9)));
              tx.schedules().insert(schedule(gone, at(1)));
              take(tx, schedule, snapshot(kept, at(3)).becameReady(1));
              take(tx, schedule, snapshot(kept, at(5)).becameReady(1));
              take(tx, schedule, snapshot(kept, at(7)));
              tx.databases().insertSnapshot(snapshot(kept, at(8)).becameReady(1));
            });

    assertThat(rows(tx -> tx.statistics().scheduledSnapshots(orgId)))
        .containsExactlyInAnyOrder(at(5), at(9));
    assertThat(rows(tx -> tx.statistics().scheduledSnapshots(UUID.randomUUID()))).isEmpty();
  }

  private static void take(Transaction tx, SnapshotSchedule of, DatabaseSnapshot snapshot) {
    tx.databases().insertSnapshot(snapshot);
    tx.schedules().addTaken(of.id(), snapshot.id());
  }

  private SnapshotSchedule schedule(Database database, Instant began) {
    return SnapshotSchedule.create(UUID.randomUUID(), database, new Cron("0 3 * * *"), 7, began);
  }

  private DatabaseSnapshot snapshot(Database of, Instant at) {
    return DatabaseSnapshot.accepted(UUID.randomUUID(), of, unique("nightly"), "", at);
  }

  private void insert(Transaction tx, Golden of, int number, long sizeBytes) {
    if (tx.goldens().find(orgId, of.id()).isEmpty()) {
      tx.goldens().insert(of);
    }
    tx.goldens()
        .insertVersion(reserved(of, number).built("volume:" + number, sizeBytes).becameReady());
  }

  private static GoldenVersion reserved(Golden of, int number) {
    return GoldenVersion.reserved(of.id(), number, "", UUID.randomUUID(), at(number));
  }

  private InstanceSpec spec(Golden of, int version) {
    GoldenRef ref = GoldenRef.unmasked(of.id(), of.name(), version);
    return InstanceSpec.create(ref, "default", InstanceSize.SMALL, Ttl.parse("8h"), T0);
  }

  private Instance instance(Golden of, int version) {
    return Instance.launched(
        UUID.randomUUID(), orgId, UUID.randomUUID(), UUID.randomUUID(), spec(of, version), T0);
  }

  private Instance warm() {
    return Instance.warm(UUID.randomUUID(), orgId, UUID.randomUUID(), poolId, spec(golden, 1), T0);
  }

  private Database database(DatabaseType type) {
    return Database.accepted(
        UUID.randomUUID(),
        orgId,
        UUID.randomUUID(),
        UUID.randomUUID(),
        unique("db"),
        new Database.Template(type, "8.0", DatabaseConfig.DEFAULT, ""),
        new Ancestry(null, null, null),
        T0);
  }
}
