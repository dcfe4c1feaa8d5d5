package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.quota.Quota;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PostgresStoreTest extends JdbiStoreContract {
  private final String url = PostgresServer.shared().newDatabase();

  @Override
  StoreOptions options() {
    return PostgresServer.options(url);
  }

  @Test
  void a_rollback_leaves_a_connection_its_limits_on_locks_and_idle_transactions()
      throws SQLException {
    assertThat(
            onNewConnectionsAfterRollback(
                "select current_setting('lock_timeout') || ', '"
                    + " || current_setting('idle_in_transaction_session_timeout')"))
        .containsOnly("4321ms, 1min");
  }

  @Test
  void servers_that_start_at_once_on_an_empty_database_make_its_tables_once() {
    String empty = PostgresServer.shared().newDatabase();
    List<CompletableFuture<JdbiStore>> servers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      servers.add(
          CompletableFuture.supplyAsync(
              () -> JdbiStore.open(empty, PostgresServer.USER, PostgresServer.PASSWORD)));
    }
    for (CompletableFuture<JdbiStore> server : servers) {
      try (Store store = server.join()) {
        Org org = new Org(UUID.randomUUID(), "org-" + UUID.randomUUID(), Instant.EPOCH);
        store.useTransaction(tx -> tx.orgs().insert(org));
      }
    }
  }

  @Test
  void no_transaction_fails_because_the_database_dropped_its_connections() {
    try (Store store = open(Duration.ofSeconds(5))) {
      assertThat(store.inTransaction(tx -> tx.orgs().findByName("none")).isPresent()).isFalse();
      PostgresServer.shared()
          .execute(
              ("select pg_terminate_backend(pid) from pg_stat_activity"
                      + " where backend_type = 'client backend' and datname = '%s'")
                  .formatted(url.substring(url.lastIndexOf('/') + 1)));

      assertThat(store.inTransaction(tx -> tx.orgs().findByName("none")).isPresent()).isFalse();
    }
  }

  @Test
  void a_database_that_is_down_is_told_by_its_url() {
    assertThatThrownBy(() -> JdbiStore.open("jdbc:postgresql://127.0.0.1:1/x?a=b", "ann", "pw"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/x:")
        .hasMessageContaining("that it runs");
  }

  @Test
  void transactions_that_wait_for_each_other_are_run_again_until_both_are_done() throws Exception {
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();
    store().useTransaction(tx -> tx.quotas().insert(new Quota(first, 0, 0)));
    store().useTransaction(tx -> tx.quotas().insert(new Quota(second, 0, 0)));
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    AtomicInteger runs = new AtomicInteger();

    // The common pool has a single thread on a machine with two processors.
    Executor threads = task -> new Thread(task).start();
    CompletableFuture<Void> one =
        CompletableFuture.runAsync(() -> raise(first, second, bothHoldOne, runs), threads);
    CompletableFuture<Void> two =
        CompletableFuture.runAsync(() -> raise(second, first, bothHoldOne, runs), threads);
    CompletableFuture.allOf(one, two).get(2, TimeUnit.MINUTES);

    assertThat(runs).hasValueGreaterThan(2);
    assertThat(store().<Quota>inTransaction(tx -> tx.quotas().get(first)))
        .isEqualTo(new Quota(first, 0, 2));
    assertThat(store().<Quota>inTransaction(tx -> tx.quotas().get(second)))
        .isEqualTo(new Quota(second, 0, 2));
  }

  private void raise(UUID locked, UUID then, CyclicBarrier bothHoldOne, AtomicInteger runs) {
    AtomicInteger mine = new AtomicInteger();
    store()
        .useTransaction(
            tx -> {
              runs.incrementAndGet();
              tx.lockOrg(locked);
              Quota held = tx.quotas().get(locked);
              if (mine.incrementAndGet() == 1) {
                await(bothHoldOne);
              }
              tx.lockOrg(then);
              Quota other = tx.quotas().get(then);
              tx.quotas().update(new Quota(locked, 0, held.maxInstancesPerOrg() + 1));
              tx.quotas().update(new Quota(then, 0, other.maxInstancesPerOrg() + 1));
            });
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
