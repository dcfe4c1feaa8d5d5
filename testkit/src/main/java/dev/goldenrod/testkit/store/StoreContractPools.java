package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.pool.PoolHealth;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractPools extends StoreContractPart {
  private final UUID goldenId = UUID.randomUUID();

  @Test
  void a_pool_is_found_in_its_organisation() {
    Pool pool =
        new Pool(UUID.randomUUID(), orgId, goldenId, "shop", 3, InstanceSize.LARGE, 100, T0);
    store().useTransaction(tx -> tx.pools().insert(pool));
    assertThat(one(tx -> tx.pools().find(orgId, pool.id()))).contains(pool);
    assertThat(one(tx -> tx.pools().find(UUID.randomUUID(), pool.id()))).isEmpty();
    assertConflict(tx -> tx.pools().insert(pool));
  }

  @Test
  void pools_are_listed_oldest_first_all_and_of_a_golden() {
    Pool second = pool(goldenId, at(1));
    Pool first = pool(goldenId, T0);
    Pool others = pool(UUID.randomUUID(), at(1));
    store()
        .useTransaction(
            tx -> {
              tx.pools().insert(second);
              tx.pools().insert(first);
              tx.pools().insert(others);
            });
    assertThat(rows(tx -> tx.pools().list(orgId))).containsExactly(first, second, others);
    assertThat(rows(tx -> tx.pools().ofGolden(orgId, goldenId))).containsExactly(first, second);
    assertThat(rows(tx -> tx.pools().list(UUID.randomUUID()))).isEmpty();
    assertThat(rows(tx -> tx.pools().ofGolden(UUID.randomUUID(), goldenId))).isEmpty();
  }

  @Test
  void an_update_replaces_the_pool_and_no_other() {
    Pool pool = pool(goldenId, T0);
    Pool other = pool(goldenId, at(1)).inCluster(UUID.randomUUID());
    store().useTransaction(tx -> tx.pools().insert(pool));
    store().useTransaction(tx -> tx.pools().insert(other));
    store().useTransaction(tx -> tx.pools().update(pool.withTarget(0)));
    store().useTransaction(tx -> tx.pools().update(pool(goldenId, T0)));
    assertThat(rows(tx -> tx.pools().list(orgId))).containsExactly(pool.withTarget(0), other);

    Pool failed = pool.withHealth(PoolHealth.GOOD.failed("the disk is full", T0));
    store().useTransaction(tx -> tx.pools().update(failed));
    assertThat(rows(tx -> tx.pools().list(orgId))).containsExactly(failed, other);
  }

  @Test
  void a_pool_is_deleted_once() {
    Pool pool = pool(goldenId, T0);
    store().useTransaction(tx -> tx.pools().insert(pool));
    assertThat(did(tx -> tx.pools().delete(UUID.randomUUID(), pool.id()))).isFalse();
    assertThat(did(tx -> tx.pools().delete(orgId, pool.id()))).isTrue();
    assertThat(did(tx -> tx.pools().delete(orgId, pool.id()))).isFalse();
  }

  private Pool pool(UUID golden, Instant createdAt) {
    return new Pool(UUID.randomUUID(), orgId, golden, "shop", 0, InstanceSize.SMALL, 2, createdAt);
  }
}
