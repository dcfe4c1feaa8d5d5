package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.pool.PoolState;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Pools create their clones in the requested cluster. */
class RequestedPoolClusterTest extends RequestedClusterFixture {
  @Test
  void a_pool_tells_the_cluster_that_holds_its_data_before_it_has_a_clone() {
    importOf(source("there"), "");
    detachForGood(there);

    UUID pool = pool("crm", 1);

    assertThat(control.pools().find(admin, pool).ready()).isZero();
    assertThat(control.pools().find(admin, pool).clusterId()).isEqualTo(idOf("there"));
  }

  @Test
  void a_pool_keeps_its_clones_in_the_cluster_that_it_asks_for_and_in_no_other() {
    register("shop");
    PoolState pool = control.pools().create(admin, poolOf("shop", "there"));
    settle();

    assertThat(control.pools().find(admin, pool.pool().id()).ready()).isOne();
    assertThat(nameOf(control.pools().find(admin, pool.pool().id()).clusterId())).hasValue("there");
    assertThat(databasesOf(there)).hasSize(1);
    detachForGood(there);
    assertThat(databasesOf(here)).isEmpty();
    assertInvalid(
        "cluster 'nowhere" + EXISTING_CLUSTERS,
        () -> control.pools().create(admin, poolOf("shop", "nowhere")));
  }

  @Test
  void a_pool_is_refused_where_the_data_is_not_and_says_so_when_a_later_version_is_elsewhere() {
    importOf(source("there"), "");
    assertInvalid(
        "cluster 'here' cannot hold a pool of golden 'crm', version 1: the data is in 'there'",
        () -> control.pools().create(admin, poolOf("crm", "here")));
    UUID pool = control.pools().create(admin, poolOf("crm", "there")).pool().id();
    settle();

    importOf(source("here"), "");

    assertThat(control.pools().find(admin, pool).pool().health().message())
        .isEqualTo(
            "the pool's cluster does not hold golden 'crm'; create a new pool in the cluster that does");
    assertThat(databasesOf(here)).isEmpty();
  }

  private static Pools.Create poolOf(String golden, String cluster) {
    return new Pools.Create(golden, 0, InstanceSize.SMALL, 1, cluster);
  }
}
