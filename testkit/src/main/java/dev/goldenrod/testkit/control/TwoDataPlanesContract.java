package dev.goldenrod.testkit.control;

import static dev.goldenrod.testkit.control.ControlPlaneContractPart.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of servers with different data planes: each server works only on its own ones. */
public abstract class TwoDataPlanesContract extends TwoServersFixture {
  private final FakeDataPlane here = new FakeDataPlane("here");
  private final FakeDataPlane there = new FakeDataPlane("there");
  private ControlPlane one;
  private ControlPlane other;

  @BeforeEach
  final void start() {
    one = server(here);
    other = server(there);
    register(one, "shop");
  }

  @Test
  void each_works_its_own_cluster_alone() {
    List<UUID> ofOne = launch(one, 4);
    List<UUID> ofOther = launchWhileTheFirstIsSilent(3);

    settle(other);
    assertThat(there.inventory().databases()).isEqualTo(Set.copyOf(ofOther));
    assertThat(here.inventory().databases()).isEmpty();
    settle(one);
    assertThat(here.inventory().databases()).isEqualTo(Set.copyOf(ofOne));
    assertThat(there.inventory().databases()).isEqualTo(Set.copyOf(ofOther));
    assertThat(phases(one)).containsExactly(InstancePhase.READY);
    assertThat(one.clusters().list(admin))
        .extracting(Cluster::identity)
        .containsExactly("here", "there");
  }

  @Test
  void credentials_are_asked_of_the_server_that_has_the_data_plane() {
    UUID ofOther = launchWhileTheFirstIsSilent(1).get(0);
    settle(other);
    assertRefused(ErrorCode.AGENT_OFFLINE, () -> one.instances().credentials(admin, ofOther));
    assertThat(other.instances().credentials(admin, ofOther).password()).isNotEmpty();
  }

  @Test
  void work_of_a_server_that_is_gone_waits_for_it_and_for_no_other() {
    List<UUID> ofOne = launch(one, 2);
    clock.advance(Duration.ofHours(1));
    settle(other);
    assertThat(phases(other)).containsExactly(InstancePhase.PENDING);
    settle(one);
    assertThat(here.inventory().databases()).isEqualTo(Set.copyOf(ofOne));
    assertThat(there.inventory().databases()).isEmpty();
  }

  @Test
  void a_server_that_both_are_attached_to_works_both() {
    List<UUID> ofOne = launch(one, 2);
    List<UUID> ofOther = launchWhileTheFirstIsSilent(2);
    other.detach(there);
    one.attach(there);

    settle(other);
    assertThat(there.inventory().databases()).isEmpty();
    settle(one);
    assertThat(here.inventory().databases()).isEqualTo(Set.copyOf(ofOne));
    assertThat(there.inventory().databases()).isEqualTo(Set.copyOf(ofOther));
    assertThat(one.instances().credentials(admin, ofOther.get(0)).password()).isNotEmpty();
    assertThat(other.clusters().list(admin)).allMatch(other.clusters()::isOnline);
  }

  private List<UUID> launchWhileTheFirstIsSilent(int count) {
    clock.advance(Cluster.ONLINE_FOR);
    other.runDueOnce();
    return launch(other, count);
  }
}
