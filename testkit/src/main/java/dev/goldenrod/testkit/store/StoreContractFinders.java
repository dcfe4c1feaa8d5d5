package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.Deletion;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.orphan.Orphan;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Queries for goldens, instances, imports and orphans by references. */
abstract class StoreContractFinders extends StoreContractPart {
  private static final UUID OWNER = UUID.randomUUID();
  private static final UUID CLUSTER = UUID.randomUUID();

  @Test
  void versions_are_found_by_their_handles_and_goldens_by_their_deletion() {
    Golden shop = golden("shop", T0);
    Golden crm = golden("crm", at(1));
    GoldenVersion first = StoreContractGoldens.reserved(shop, 1).built("x", 1);
    GoldenVersion second = StoreContractGoldens.reserved(crm, 1).built("x", 1);
    GoldenVersion other = StoreContractGoldens.reserved(crm, 2).built("y", 1);
    store()
        .useTransaction(
            tx -> {
              tx.goldens().insert(shop);
              tx.goldens().insert(crm);
              List.of(first, second, other, StoreContractGoldens.reserved(crm, 3))
                  .forEach(tx.goldens()::insertVersion);
            });

    List<UUID> ids = List.of(crm.id(), UUID.randomUUID(), shop.id());
    assertThat(rows(tx -> tx.goldens().findAll(orgId, ids))).containsExactly(shop, crm);
    assertThat(rows(tx -> tx.goldens().findAll(UUID.randomUUID(), ids))).isEmpty();
    assertThat(rows(tx -> tx.goldens().versionsOf(orgId, List.of("x", "", "z"))))
        .containsExactlyInAnyOrder(first, second);
    assertThat(rows(tx -> tx.goldens().versionsOf(UUID.randomUUID(), List.of("x")))).isEmpty();
    assertThat(rows(tx -> tx.goldens().versionsOf(orgId, List.of()))).isEmpty();

    assertThat(did(tx -> tx.goldens().update(shop.deleted(deletion(2))))).isTrue();
    assertThat(did(tx -> tx.goldens().update(crm.deletionRequested()))).isTrue();
    assertThat(rows(tx -> tx.goldens().restorable(orgId)))
        .extracting(Golden::id)
        .containsExactly(shop.id());
    assertThat(rows(tx -> tx.goldens().restorable(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void instances_are_found_by_their_cluster_and_their_ids() {
    Instance one = instance(OWNER, UUID.randomUUID(), T0);
    Instance other = instance(OWNER, UUID.randomUUID(), T0);
    store().useTransaction(tx -> List.of(one, other).forEach(tx.instances()::insert));
    List<UUID> ids = List.of(one.id(), UUID.randomUUID());

    assertThat(rows(tx -> tx.instances().inCluster(orgId, one.clusterId()))).containsExactly(one);
    assertThat(rows(tx -> tx.instances().inCluster(UUID.randomUUID(), one.clusterId()))).isEmpty();
    assertThat(ids(tx -> tx.instances().existing(orgId, ids))).containsExactly(one.id());
    assertThat(ids(tx -> tx.instances().existing(UUID.randomUUID(), ids))).isEmpty();
    assertThat(rows(tx -> tx.instances().findAll(orgId, ids))).containsExactly(one);
    assertThat(rows(tx -> tx.instances().findAll(UUID.randomUUID(), ids))).isEmpty();
  }

  @Test
  void orphans_are_found_by_their_cluster_and_reference() {
    Cluster cluster = cluster("c", "i", T0);
    Orphan orphan =
        new Orphan(
            UUID.randomUUID(),
            orgId,
            cluster.id(),
            Orphan.Kind.DATABASE,
            "a",
            Orphan.Facts.UNKNOWN,
            "",
            T0,
            at(9));
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(cluster);
              tx.orphans().insert(orphan);
            });

    assertThat(rows(tx -> tx.orphans().inCluster(orgId, cluster.id()))).containsExactly(orphan);
    assertThat(rows(tx -> tx.orphans().inCluster(orgId, UUID.randomUUID()))).isEmpty();
    assertThat(one(tx -> tx.orphans().find(orgId, cluster.id(), Orphan.Kind.DATABASE, "a")))
        .contains(orphan);
    assertThat(one(tx -> tx.orphans().find(orgId, cluster.id(), Orphan.Kind.VERSION, "a")))
        .isEmpty();
    assertThat(one(tx -> tx.orphans().find(orgId, cluster.id(), Orphan.Kind.DATABASE, "b")))
        .isEmpty();
  }

  @Test
  void imports_that_have_not_ended_are_found() {
    UUID golden = UUID.randomUUID();
    ImportJob running = importOf(golden, T0);
    ImportJob failed = importOf(golden, T0).failed("no", at(1));
    store().useTransaction(tx -> List.of(running, failed).forEach(tx.imports()::insert));

    assertThat(rows(tx -> tx.imports().running(orgId))).containsExactly(running);
    assertThat(rows(tx -> tx.imports().running(UUID.randomUUID()))).isEmpty();
    List<UUID> ids = List.of(failed.id(), UUID.randomUUID());
    assertThat(rows(tx -> tx.imports().findAll(orgId, ids))).containsExactly(failed);
    assertThat(rows(tx -> tx.imports().findAll(UUID.randomUUID(), ids))).isEmpty();
  }

  private ImportJob importOf(UUID golden, Instant createdAt) {
    return new ImportJob(
        UUID.randomUUID(),
        orgId,
        null,
        golden,
        "shop",
        1,
        CLUSTER,
        ImportStatus.of(ImportPhase.PENDING),
        0,
        0,
        createdAt,
        null,
        null,
        ImportHistory.UNKNOWN,
        null,
        0);
  }

  private static Deletion deletion(int seconds) {
    return new Deletion(at(seconds), OWNER, at(60));
  }
}
