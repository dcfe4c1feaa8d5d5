package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.pool.PoolState;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One control plane, and data planes that come and go. */
class SeveralDataPlanesTest {
  private static final String OFFLINE = "data-plane agent offline";

  private final InMemoryStore store = new InMemoryStore();
  private final MutableClock clock = new MutableClock();
  private final FakeDataPlane here = new FakeDataPlane("here");
  private final FakeDataPlane there = new FakeDataPlane("there");
  private final ControlPlane control = build();
  private final Actor admin = control.admin();

  private ControlPlane build() {
    return ControlPlane.builder()
        .store(store)
        .clock(clock)
        .dataPlane(here)
        .dataPlane(there)
        .build();
  }

  @AfterEach
  void close() {
    control.close();
    store.close();
  }

  @Test
  void a_launch_goes_to_the_cluster_that_holds_the_data_and_its_credentials_come_from_there() {
    importInto(here, "shop");
    importInto(there, "crm");

    Instance shop = launchSettled("shop");
    Instance crm = launchSettled("crm");

    assertThat(databasesOf(here)).containsExactly(shop.id());
    assertThat(databasesOf(there)).containsExactly(crm.id());
    here.goOffline();
    assertThat(control.instances().credentials(admin, crm.id()).password()).isNotEmpty();
    assertRefused(ErrorCode.AGENT_OFFLINE, () -> control.instances().credentials(admin, shop.id()));
  }

  @Test
  void what_any_cluster_can_clone_goes_to_the_first_one_online() {
    register("shop");
    Instance first = launchSettled("shop");
    assertThat(databasesOf(here)).containsExactly(first.id());

    detachForGood(here);
    Instance second = launchSettled("shop");

    assertThat(second.phase()).isEqualTo(InstancePhase.READY);
    assertThat(databasesOf(there)).containsExactly(second.id());
  }

  @Test
  void without_its_data_plane_a_clone_waits_and_says_for_what_until_it_is_attached_again() {
    importInto(there, "crm");
    Instance ready = launchSettled("crm");
    detachForGood(there);

    assertRefused(
        ErrorCode.AGENT_OFFLINE, () -> control.instances().credentials(admin, ready.id()));
    Instance waiting = launchSettled("crm");
    control.instances().reset(admin, ready.id());
    settle();
    for (UUID id : List.of(waiting.id(), ready.id())) {
      assertThat(find(id).phase()).isEqualTo(InstancePhase.PENDING);
      assertThat(find(id).status().message()).isEqualTo(OFFLINE);
    }
    assertThat(databasesOf(there)).containsExactly(ready.id());

    control.attach(there);
    settle();
    for (UUID id : List.of(waiting.id(), ready.id())) {
      assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
      assertThat(find(id).status().message()).isEmpty();
    }
    assertThat(control.instances().credentials(admin, ready.id()).password()).isNotEmpty();
  }

  @Test
  void with_no_data_plane_left_requests_are_answered_and_nothing_is_tried() {
    register("shop");
    UUID pool = pool("shop", 1);
    control.detach(here);
    control.detach(there);
    control.detach(there);

    launch("shop");
    settle();

    assertThat(control.runDueOnce()).isZero();
    assertThat(control.pools().find(admin, pool).ready()).isZero();
  }

  @Test
  void a_detached_cluster_goes_offline_in_time_and_keeps_its_row() {
    List<Cluster> before = control.clusters().list(admin);
    detachForGood(there);

    List<Cluster> after = control.clusters().list(admin);
    assertThat(after).extracting(Cluster::id).containsExactlyElementsOf(ids(before));
    assertThat(after).extracting(control.clusters()::isOnline).containsExactly(true, false);
    assertThat(control.attach(there).id()).isEqualTo(before.get(1).id());
    assertThat(after).extracting(control.clusters()::isOnline).containsExactly(true, true);
  }

  private static List<UUID> ids(List<Cluster> clusters) {
    return clusters.stream().map(Cluster::id).toList();
  }

  @Test
  void the_same_data_plane_attached_twice_is_attached_once() {
    control.attach(there);
    control.detach(there);
    clock.advance(Cluster.ONLINE_FOR);
    assertThat(control.clusters().list(admin))
        .extracting(control.clusters()::isOnline)
        .containsExactly(true, false);
  }

  @Test
  void another_data_plane_of_the_same_identity_takes_the_place_of_the_first() {
    importInto(there, "crm");
    UUID ready = launchSettled("crm").id();
    FakeDataPlane reconnected = there.restarted();

    control.attach(reconnected);
    control.detach(there);

    assertThat(control.clusters().list(admin)).hasSize(2);
    assertThat(control.instances().credentials(admin, ready).password()).isNotEmpty();
    Instance next = launchSettled("crm");
    assertThat(databasesOf(reconnected)).contains(next.id());
  }

  @Test
  void an_agents_data_plane_belongs_to_the_cluster_that_was_registered_for_it() {
    Cluster registered = control.clusters().create(admin, "far-away").cluster();
    FakeDataPlane agent = new FakeDataPlane("agent/" + registered.id());

    Cluster attached = control.attach(agent);

    assertThat(attached.id()).isEqualTo(registered.id());
    assertThat(attached.kind()).isEqualTo(ClusterKind.AGENT);
    assertThat(control.clusters().isOnline(attached)).isTrue();
    control.clusters().delete(admin, attached.id());
    assertThat(control.clusters().isOnline(attached)).isFalse();
  }

  @Test
  void a_data_plane_that_comes_and_goes_all_the_time_ends_with_all_its_work_done() {
    try (InMemoryStore own = new InMemoryStore();
        FakeDataPlane plane = new FakeDataPlane();
        ControlPlane busy = ControlPlane.builder().store(own).dataPlane(plane).build().start()) {
      busy.goldens()
          .register(busy.admin(), Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, "handle"));
      Set<UUID> launched = new HashSet<>();
      for (int i = 0; i < 10; i++) {
        Instances.Launch launch = Instances.Launch.latest("shop", Ttl.parse("8h"));
        launched.add(busy.instances().launch(busy.admin(), launch).id());
        busy.detach(plane);
        int asked = plane.ensuredDatabases().size();
        assertThat(busy.instances().list(busy.admin())).hasSize(launched.size());
        assertThat(plane.ensuredDatabases()).hasSize(asked);
        busy.attach(plane);
      }
      await()
          .atMost(Duration.ofSeconds(50))
          .until(
              () ->
                  busy.instances().list(busy.admin()).stream()
                      .allMatch(one -> one.phase() == InstancePhase.READY));
      assertThat(databasesOf(plane)).isEqualTo(launched);
    }
  }

  @Test
  void the_engines_of_every_data_plane_are_told() {
    detachForGood(there);
    assertThat(control.engines().list(admin))
        .filteredOn(entry -> entry.cluster().equals("there"))
        .isNotEmpty()
        .allSatisfy(entry -> assertThat(entry.version().message()).isEqualTo(OFFLINE));

    control.attach(there);
    assertThat(control.engines().list(admin))
        .allMatch(entry -> entry.version().isAvailable())
        .extracting(Engines.Entry::cluster)
        .contains("here", "there");
  }

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
    assertThat(rowIsThere(shop)).isFalse();
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
    assertThat(rowIsThere(shop)).isTrue();

    control.attach(there);
    settle();
    assertThat(there.inventory().handles()).isEmpty();
    assertThat(rowIsThere(shop)).isFalse();
  }

  @Test
  void a_data_plane_that_cannot_be_reached_holds_up_no_other_ones_removal() {
    register("shop");
    launchSettled("shop");
    detachForGood(here);
    UUID shop = control.instances().list(admin).get(0).spec().golden().goldenId();
    launchSettled("shop");
    control.attach(here);
    control.instances().list(admin).forEach(one -> control.instances().destroy(admin, one.id()));
    settle();
    here.goOffline();

    control.goldens().delete(admin, shop, true);
    settle();
    assertThat(there.inventory().copies()).isEmpty();
    assertThat(rowIsThere(shop)).isTrue();

    here.comeOnline();
    clock.advance(Duration.ofMinutes(1));
    settle();
    assertThat(here.inventory().copies()).isEmpty();
    assertThat(rowIsThere(shop)).isFalse();
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
    leaveBehind(here);
    UUID orphan = leaveBehind(there);
    try (ControlPlane restarted = build()) {
      restarted.detach(there);

      restarted.start();
      assertThat(databasesOf(here)).containsExactly(kept);
      assertThat(databasesOf(there)).containsExactly(orphan);

      restarted.attach(there);
      await().until(() -> databasesOf(there).isEmpty());
      assertThat(databasesOf(here)).containsExactly(kept);
    }
  }

  @Test
  void what_a_data_plane_held_before_the_store_knew_it_stays() {
    FakeDataPlane stranger = new FakeDataPlane("stranger");
    UUID others = leaveBehind(stranger);
    leaveBehind(here);
    try (ControlPlane restarted = build()) {
      restarted.attach(stranger);

      restarted.start();

      assertThat(databasesOf(here)).isEmpty();
      assertThat(databasesOf(stranger)).containsExactly(others);
    }
  }

  private static Set<UUID> databasesOf(FakeDataPlane plane) {
    return plane.inventory().databases();
  }

  private static UUID leaveBehind(FakeDataPlane plane) {
    UUID id = UUID.randomUUID();
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 1, "handle");
    plane
        .databases()
        .ensure(
            DatabaseSpec.of(
                id, "goldenrod", new Origin.Version(version), InstanceSize.SMALL.resources()));
    return id;
  }

  private void detachForGood(FakeDataPlane plane) {
    control.detach(plane);
    clock.advance(Cluster.ONLINE_FOR);
    settle();
  }

  /** Builds the golden's next version in that data plane: the only one online meanwhile. */
  private UUID importInto(FakeDataPlane plane, String golden) {
    FakeDataPlane other = plane == here ? there : here;
    detachForGood(other);
    Source source =
        control
            .sources()
            .create(
                admin,
                new Sources.Create(
                    SourceKind.RDS, Map.of("host", "db", "dbname", golden), "credentials"));
    UUID id =
        control.imports().start(admin, new Imports.Start(source.id(), golden, null)).goldenId();
    settle();
    control.attach(other);
    settle();
    return id;
  }

  private UUID register(String golden) {
    return control
        .goldens()
        .register(admin, Goldens.RegisterVersion.of(golden, Substrate.POSTGRES, "handle"))
        .goldenId();
  }

  private UUID pool(String golden, int target) {
    Pools.Create command = new Pools.Create(golden, 0, InstanceSize.SMALL, target);
    UUID id = control.pools().create(admin, command).pool().id();
    settle();
    return id;
  }

  private void deleteWithItsImports(UUID golden) {
    control.imports().list(admin).forEach(job -> control.imports().delete(admin, job.id()));
    control.goldens().delete(admin, golden, true);
  }

  private boolean rowIsThere(UUID golden) {
    return store.inTransaction(tx -> tx.goldens().find(admin.orgId(), golden)).isPresent();
  }

  private Instance launch(String golden) {
    return control.instances().launch(admin, Instances.Launch.latest(golden, Ttl.parse("8h")));
  }

  private Instance launchSettled(String golden) {
    UUID id = launch(golden).id();
    settle();
    return find(id);
  }

  private Instance find(UUID id) {
    return control.instances().find(admin, id);
  }

  private void settle() {
    while (control.runDueOnce() > 0) {
      Thread.onSpinWait();
    }
  }
}
