package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.source.Source;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

abstract class StoreContractLocks extends StoreContractPart {
  @Test
  void nobody_overwrites_what_another_changed_under_the_lock() throws Exception {
    store().useTransaction(tx -> tx.quotas().insert(new Quota(orgId, 0, 0)));

    race(
        RACERS,
        () ->
            in(
                tx -> {
                  tx.lockOrg(orgId);
                  Quota read = tx.quotas().get(orgId);
                  tx.quotas().update(new Quota(orgId, 0, read.maxInstancesPerOrg() + 1));
                  return read;
                }));

    assertThat(in(tx -> tx.quotas().get(orgId)).maxInstancesPerOrg()).isEqualTo(RACERS);
  }

  @Test
  void what_is_read_after_the_lock_is_the_latest_commit() throws Exception {
    store().useTransaction(tx -> tx.quotas().insert(new Quota(orgId, 3, 3)));
    UUID owner = UUID.randomUUID();

    // With more concurrent launches than the quota allows, the count is right only if it is read
    // after taking the lock.
    race(
        RACERS,
        () ->
            in(
                tx -> {
                  tx.lockOrg(orgId);
                  Quota quota = tx.quotas().get(orgId);
                  int owned = tx.instances().countPresentOwnedBy(orgId, owner);
                  if (quota.allowsOneMore(owned, tx.instances().countPresent(orgId))) {
                    tx.instances().insert(instance(owner, UUID.randomUUID(), T0));
                  }
                  return owned;
                }));

    assertThat(count(tx -> tx.instances().countPresent(orgId))).isEqualTo(3);
  }

  @Test
  void a_locked_instance_is_changed_by_one_at_a_time() throws Exception {
    Instance instance = instance(UUID.randomUUID(), UUID.randomUUID(), T0);
    store().useTransaction(tx -> tx.instances().insert(instance));

    race(
        RACERS,
        () ->
            in(
                tx -> {
                  Instance read = tx.instances().lock(orgId, instance.id()).orElseThrow();
                  return tx.instances().update(read.resetRequested());
                }));

    Instance last = in(tx -> tx.instances().lock(orgId, instance.id())).orElseThrow();
    assertThat(last.spec().resetGeneration()).isEqualTo(RACERS);
    assertThat(last.revision()).isEqualTo(RACERS);
  }

  @Test
  void a_locked_import_is_changed_by_one_at_a_time() throws Exception {
    ImportJob job = job(null, UUID.randomUUID(), T0);
    store().useTransaction(tx -> tx.imports().insert(job));

    race(
        RACERS,
        () ->
            in(
                tx -> {
                  ImportJob read = tx.imports().lock(orgId, job.id()).orElseThrow();
                  return tx.imports().update(read.probed(read.pgMajor() + 1));
                }));

    assertThat(in(tx -> tx.imports().lock(orgId, job.id())).orElseThrow().pgMajor())
        .isEqualTo(RACERS);
  }

  @Test
  void a_locked_source_is_used_by_one_at_a_time() throws Exception {
    Source source = source(T0);
    UUID goldenId = UUID.randomUUID();
    store().useTransaction(tx -> tx.sources().insert(source));

    race(
        RACERS,
        () ->
            in(
                tx -> {
                  tx.sources().lock(orgId, source.id()).orElseThrow();
                  if (tx.imports().runningOfSource(orgId, source.id()).isEmpty()) {
                    tx.imports().insert(job(source.id(), goldenId, T0));
                  }
                  return true;
                }));

    assertThat(rows(tx -> tx.imports().ofGolden(orgId, goldenId))).hasSize(1);
  }

  @Test
  void a_lock_of_a_row_that_is_gone_finds_none() {
    Instance instance = instance(UUID.randomUUID(), UUID.randomUUID(), T0);
    Source source = source(T0);
    store().useTransaction(tx -> tx.instances().insert(instance));
    store().useTransaction(tx -> tx.sources().insert(source));

    assertThat(one(tx -> tx.instances().lock(orgId, instance.id()))).contains(instance);
    assertThat(one(tx -> tx.instances().lock(UUID.randomUUID(), instance.id()))).isEmpty();
    assertThat(one(tx -> tx.sources().lock(orgId, source.id()))).contains(source);
    assertThat(one(tx -> tx.sources().lock(UUID.randomUUID(), source.id()))).isEmpty();
    assertThat(one(tx -> tx.imports().lock(orgId, UUID.randomUUID()))).isEmpty();
  }

  @Test
  void a_wait_for_a_lock_is_bounded() throws Exception {
    try (Store impatient = impatientStore()) {
      impatient.useTransaction(tx -> tx.quotas().insert(new Quota(orgId, 1, 1)));
      whileLocked(
          impatient,
          () ->
              assertThatThrownBy(() -> impatient.useTransaction(tx -> tx.lockOrg(orgId)))
                  .isInstanceOf(StoreUnavailableException.class)
                  .hasMessageContaining("try again"));
      impatient.useTransaction(tx -> tx.lockOrg(orgId));
    }
  }

  private void whileLocked(Store store, Runnable action) throws Exception {
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch finished = new CountDownLatch(1);
    CompletableFuture<Void> holder =
        CompletableFuture.runAsync(
            () ->
                store.useTransaction(
                    tx -> {
                      tx.lockOrg(orgId);
                      locked.countDown();
                      await(finished);
                    }));
    await(locked);
    try {
      action.run();
    } finally {
      finished.countDown();
      holder.get(2, TimeUnit.MINUTES);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
