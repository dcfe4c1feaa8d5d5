package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Orphans are removed only if they last, so that databases of other servers are left alone. */
class ConfirmedOrphansTest {
  private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

  private final UUID old = UUID.randomUUID();
  private final UUID young = UUID.randomUUID();

  @Test
  void the_first_collection_of_a_data_plane_of_ones_own_takes_all_and_the_next_what_stays() {
    AttachedCluster cluster = attached(false);

    assertThat(cluster.confirmOrphans(Set.of(old), NOW)).containsExactly(old);
    assertThat(cluster.confirmOrphans(Set.of(young), NOW)).isEmpty();
    assertThat(cluster.confirmOrphans(Set.of(young), NOW)).containsExactly(young);
  }

  @Test
  void another_server_may_work_with_what_the_first_collection_of_a_shared_data_plane_finds() {
    AttachedCluster cluster = attached(true);

    assertThat(cluster.confirmOrphans(Set.of(old), NOW)).isEmpty();
    assertThat(cluster.confirmOrphans(Set.of(old, young), NOW)).containsExactly(old);
    assertThat(cluster.confirmOrphans(Set.of(), NOW)).isEmpty();
    assertThat(cluster.confirmOrphans(Set.of(young), NOW)).isEmpty();
  }

  @Test
  void what_has_to_be_seen_twice_is_looked_at_again_within_a_minute_and_all_else_after_ten() {
    AttachedCluster cluster = attached(true);
    assertThat(cluster.claimCollection(NOW)).isTrue();

    cluster.confirmOrphans(Set.of(old), NOW);
    assertThat(cluster.claimCollection(NOW.plusSeconds(59))).isFalse();
    Instant again = NOW.plusSeconds(60);
    assertThat(cluster.claimCollection(again)).isTrue();

    cluster.confirmOrphans(Set.of(old), again);
    assertThat(cluster.claimCollection(again.plusSeconds(599))).isFalse();
    assertThat(cluster.claimCollection(again.plusSeconds(600))).isTrue();
  }

  private static AttachedCluster attached(boolean isShared) {
    DataPlane dataPlane =
        (DataPlane)
            Proxy.newProxyInstance(
                DataPlane.class.getClassLoader(),
                new Class<?>[] {DataPlane.class},
                (proxy, method, arguments) -> isShared);
    Cluster cluster =
        new Cluster(
            UUID.randomUUID(),
            UUID.randomUUID(),
            "local",
            ClusterKind.EMBEDDED,
            "local",
            null,
            null,
            Instant.EPOCH);
    return new AttachedCluster(cluster, dataPlane, true, ControlObserver.NONE);
  }
}
