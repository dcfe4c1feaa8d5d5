package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Data planes that are attached and detached. */
class SeveralDataPlanesTest extends SeveralDataPlanesFixture {
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
    assertThat(control.instances().credentials(admin, ready).password()).isNotEmpty();
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

    assertRefused(ErrorCode.CONFLICT, () -> control.attach(agent));
    control.agents().attach(registered, agent);

    Cluster attached = control.clusters().find(admin, registered.id());
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
          .atMost(Duration.ofMinutes(8))
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
  void a_data_plane_of_another_store_is_refused_and_keeps_what_it_has() {
    register("shop");
    Instance kept = launchSettled("shop");

    try (InMemoryStore other = new InMemoryStore()) {
      ControlPlaneBuilder stranger = ControlPlane.builder().store(other).dataPlane(here);
      assertThatThrownBy(stranger::build)
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining(kept.orgId().toString());
    }
    assertThat(databasesOf(here)).containsExactly(kept.id());
  }

  private static List<UUID> ids(List<Cluster> clusters) {
    return clusters.stream().map(Cluster::id).toList();
  }
}
