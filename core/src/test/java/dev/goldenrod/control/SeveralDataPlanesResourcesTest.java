package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.pool.PoolState;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Goldens, pools and orphans with data in several data planes. */
class SeveralDataPlanesResourcesTest extends SeveralDataPlanesFixture {
  @Test
  void a_deleted_golden_goes_from_every_cluster() {
    importInto(here, "shop");
    importInto(there, "shop");
    UUID shop = register("shop");
    launchSettled("shop");
    detachForGood(here);
    launchSettled("shop");
    control.attach(here);
    assertThat(List.of(here, there))
        .allSatisfy(plane -> assertThat(plane.inventory().copies()).hasSize(1))
        .allSatisfy(plane -> assertThat(plane.inventory().handles()).hasSize(1));

    deleteWithItsImports(shop);
    settle();

    assertThat(List.of(here, there))
        .allSatisfy(plane -> assertThat(plane.inventory().copies()).isEmpty())
        .allSatisfy(plane -> assertThat(plane.inventory().handles()).isEmpty());
    assertThat(rowExists(shop)).isFalse();
  }

  @Test
  void a_deleted_golden_goes_from_the_others_while_one_is_detached_and_from_that_one_later() {
    importInto(here, "shop");
    UUID shop = importInto(there, "shop");
    detachForGood(there);

    deleteWithItsImports(shop);
    settle();
    assertThat(here.inventory().handles()).isEmpty();
    assertThat(there.inventory().handles()).hasSize(1);
    assertThat(rowExists(shop)).isTrue();

    control.attach(there);
    settle();
    assertThat(there.inventory().handles()).isEmpty();
    assertThat(rowExists(shop)).isFalse();
  }

  @Test
  void a_data_plane_that_cannot_be_reached_holds_up_no_other_ones_removal() {
    register("shop");
    launchSettled("shop");
    detachForGood(here);
    UUID shop = control.instances().list(admin).get(0).spec().golden().goldenId();
    launchSettled("shop");
    control.attach(here);
    control.instances().list(admin).forEach(one -> control.instances().delete(admin, one.id()));
    settle();
    there.goOffline();

    control.goldens().delete(admin, shop, true);
    settle();
    assertThat(here.inventory().copies()).isEmpty();
    assertThat(rowExists(shop)).isTrue();

    there.comeOnline();
    clock.advance(Duration.ofMinutes(1));
    settle();
    assertThat(there.inventory().copies()).isEmpty();
    assertThat(rowExists(shop)).isFalse();
  }

  @Test
  void a_pools_clones_are_made_where_a_launch_would_go_and_claimed_where_they_can_be_reached() {
    importInto(there, "crm");
    register("shop");
    pool("crm", 1);
    pool("shop", 1);
    assertThat(databasesOf(here)).hasSize(1);
    assertThat(databasesOf(there)).hasSize(1);

    detachForGood(there);
    assertThat(launch("crm").phase()).isEqualTo(InstancePhase.PENDING);
    assertThat(launch("shop").phase()).isEqualTo(InstancePhase.READY);
  }

  @Test
  void a_pool_is_stocked_elsewhere_when_its_clones_cluster_goes_offline() {
    register("shop");
    UUID pool = pool("shop", 2);
    Set<UUID> first = databasesOf(here);
    assertThat(first).hasSize(2);

    detachForGood(here);
    clock.advance(Duration.ofSeconds(10));
    settle();
    assertThat(databasesOf(there)).hasSize(2);
    assertThat(launch("shop").phase()).isEqualTo(InstancePhase.READY);

    control.attach(here);
    settle();
    assertThat(databasesOf(here)).doesNotContainAnyElementsOf(first);
    assertThat(control.pools().find(admin, pool).ready()).isEqualTo(2);
  }

  @Test
  void a_pool_whose_data_is_on_a_detached_data_plane_says_that_it_waits_for_it() {
    importInto(there, "crm");
    detachForGood(there);
    UUID pool = pool("crm", 1);
    clock.advance(Duration.ofSeconds(10));
    settle();
    PoolState state = control.pools().find(admin, pool);
    assertThat(state.ready()).isZero();
    assertThat(state.pool().health().message()).isEqualTo(OFFLINE);
  }

  @Test
  void orphans_are_collected_by_their_own_data_plane_at_the_start_and_when_it_is_attached_again() {
    register("shop");
    UUID kept = launchSettled("shop").id();
    createOrphan(here);
    UUID orphan = createOrphan(there);
    try (ControlPlane restarted = build()) {
      restarted.detach(there);

      restarted.start();
      assertThat(databasesOf(here)).containsExactly(kept);
      assertThat(databasesOf(there)).containsExactly(orphan);

      restarted.attach(there);
      await().atMost(Duration.ofMinutes(8)).until(() -> databasesOf(there).isEmpty());
      assertThat(databasesOf(here)).containsExactly(kept);
    }
  }

  @Test
  void what_a_data_plane_held_before_the_store_knew_it_stays() {
    FakeDataPlane stranger = new FakeDataPlane("stranger");
    UUID others = createOrphan(stranger);
    createOrphan(here);
    try (ControlPlane restarted = build()) {
      restarted.attach(stranger);

      restarted.start();

      assertThat(databasesOf(here)).isEmpty();
      assertThat(databasesOf(stranger)).containsExactly(others);
    }
  }

  private static UUID createOrphan(FakeDataPlane plane) {
    UUID id = UUID.randomUUID();
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 1, "handle");
    plane
        .databases()
        .ensure(DatabaseSpec.of(id, new Origin.Version(version), InstanceSize.SMALL.resources()));
    return id;
  }

  private void deleteWithItsImports(UUID golden) {
    control.imports().list(admin).forEach(job -> control.imports().delete(admin, job.id()));
    control.goldens().delete(admin, golden, true);
  }

  private boolean rowExists(UUID golden) {
    return store.inTransaction(tx -> tx.goldens().find(admin.orgId(), golden)).isPresent();
  }
}
