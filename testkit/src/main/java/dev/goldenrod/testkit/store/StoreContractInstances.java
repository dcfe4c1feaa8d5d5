package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.instance.DesiredState;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.InstanceStatus;
import dev.goldenrod.instance.Ttl;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractInstances extends StoreContractPart {
  private final UUID ann = UUID.randomUUID();
  private final UUID bob = UUID.randomUUID();
  private final UUID goldenId = UUID.randomUUID();

  @Test
  void an_instance_survives_with_all_it_knows() {
    InstanceSpec spec =
        new InstanceSpec(
            new GoldenRef(goldenId, "shop", 3, 7),
            "team-a",
            InstanceSize.LARGE,
            Ttl.parse("8760h"),
            at(9),
            4,
            5,
            DesiredState.ABSENT);
    InstanceStatus status = new InstanceStatus(InstancePhase.FAILED, "db:5433", "port is taken", 5);
    Instance instance =
        new Instance(
            UUID.randomUUID(),
            orgId,
            ann,
            UUID.randomUUID(),
            UUID.randomUUID(),
            "pr-17",
            spec,
            status,
            T0,
            6);
    store().useTransaction(tx -> tx.instances().insert(instance));

    assertThat(one(tx -> tx.instances().find(orgId, instance.id()))).contains(instance);
    assertThat(one(tx -> tx.instances().find(UUID.randomUUID(), instance.id()))).isEmpty();
    assertConflict(tx -> tx.instances().insert(instance));
  }

  @Test
  void instances_are_listed_oldest_first_of_all_of_an_owner_and_of_a_golden() {
    Instance second = instance(ann, goldenId, at(1));
    Instance first = instance(bob, goldenId, T0).deletionRequested();
    Instance third = instance(ann, UUID.randomUUID(), at(1));
    store()
        .useTransaction(
            tx -> {
              tx.instances().insert(second);
              tx.instances().insert(first);
              tx.instances().insert(third);
            });
    UUID elsewhere = UUID.randomUUID();

    assertThat(rows(tx -> tx.instances().list(orgId))).containsExactly(first, second, third);
    assertThat(rows(tx -> tx.instances().listOwnedBy(orgId, ann))).containsExactly(second, third);
    assertThat(rows(tx -> tx.instances().ofGolden(orgId, goldenId))).containsExactly(first, second);
    assertThat(rows(tx -> tx.instances().list(elsewhere))).isEmpty();
    assertThat(rows(tx -> tx.instances().listOwnedBy(elsewhere, ann))).isEmpty();
    assertThat(rows(tx -> tx.instances().ofGolden(elsewhere, goldenId))).isEmpty();
  }

  @Test
  void those_count_whose_desired_state_is_present_whatever_their_phase() {
    store()
        .useTransaction(
            tx -> {
              tx.instances().insert(instance(ann, goldenId, T0));
              tx.instances().insert(instance(ann, goldenId, T0).failed("broken"));
              tx.instances().insert(instance(ann, goldenId, T0).deletionRequested());
              tx.instances().insert(instance(bob, goldenId, T0));
            });
    assertThat(count(tx -> tx.instances().countPresent(orgId))).isEqualTo(3);
    assertThat(count(tx -> tx.instances().countPresentOwnedBy(orgId, ann))).isEqualTo(2);
    assertThat(count(tx -> tx.instances().countPresentOwnedBy(orgId, UUID.randomUUID()))).isZero();
    assertThat(count(tx -> tx.instances().countPresent(UUID.randomUUID()))).isZero();
  }

  @Test
  void an_update_against_the_revision_replaces_the_row_and_raises_it() {
    Instance instance = instance(ann, goldenId, T0);
    store().useTransaction(tx -> tx.instances().insert(instance));
    Instance changed =
        instance
            .becameReady("db:5433")
            .extended(Ttl.parse("9h"), at(99))
            .refreshRequested(GoldenRef.unmasked(UUID.randomUUID(), "other", 2))
            .resetRequested()
            .provisioning("waiting");

    assertThat(did(tx -> tx.instances().update(changed))).isTrue();
    Instance read = in(tx -> tx.instances().find(orgId, instance.id())).orElseThrow();
    assertThat(read)
        .isEqualTo(
            new Instance(
                instance.id(),
                orgId,
                ann,
                instance.clusterId(),
                null,
                null,
                changed.spec(),
                changed.status(),
                T0,
                1));

    assertThat(did(tx -> tx.instances().update(instance.failed("late")))).isFalse();
    assertThat(one(tx -> tx.instances().find(orgId, instance.id()))).contains(read);
    assertThat(did(tx -> tx.instances().update(instance(ann, goldenId, T0)))).isFalse();
  }

  @Test
  void an_update_of_progress_is_one_against_the_revision_too() {
    Instance instance = instance(ann, goldenId, T0);
    store().useTransaction(tx -> tx.instances().insert(instance));

    assertThat(did(tx -> tx.instances().updateProgress(instance.becameReady("db:5433")))).isTrue();
    assertThat(did(tx -> tx.instances().updateProgress(instance.failed("late")))).isFalse();

    Instance read = in(tx -> tx.instances().find(orgId, instance.id())).orElseThrow();
    assertThat(read.status()).isEqualTo(instance.becameReady("db:5433").status());
    assertThat(did(tx -> tx.instances().update(read.resetRequested()))).isTrue();
  }

  @Test
  void an_update_can_give_the_instance_another_owner_cluster_and_name() {
    Instance instance = instance(ann, goldenId, T0);
    store().useTransaction(tx -> tx.instances().insert(instance));
    Instance claimed =
        new Instance(
            instance.id(),
            orgId,
            bob,
            UUID.randomUUID(),
            null,
            "pr-17",
            instance.spec(),
            instance.status(),
            at(1),
            0);
    assertThat(did(tx -> tx.instances().update(claimed))).isTrue();
    assertThat(rows(tx -> tx.instances().listOwnedBy(orgId, bob)))
        .singleElement()
        .usingRecursiveComparison()
        .ignoringFields("revision")
        .isEqualTo(claimed);
  }

  @Test
  void warm_instances_are_listed_by_pool_and_count_once_they_are_claimed() {
    UUID poolId = UUID.randomUUID();
    Instance second = warm(poolId, at(1));
    Instance first = warm(poolId, T0);
    Instance others = warm(UUID.randomUUID(), T0);
    store()
        .useTransaction(
            tx -> {
              tx.instances().insert(second);
              tx.instances().insert(first);
              tx.instances().insert(others);
            });
    assertThat(rows(tx -> tx.instances().ofPool(orgId, poolId))).containsExactly(first, second);
    assertThat(rows(tx -> tx.instances().ofPool(UUID.randomUUID(), poolId))).isEmpty();
    assertThat(rows(tx -> tx.instances().list(orgId))).hasSize(3);
    assertThat(count(tx -> tx.instances().countPresent(orgId))).isZero();

    assertThat(did(tx -> tx.instances().update(first.claimed(ann, Ttl.parse("1h"), T0)))).isTrue();

    assertThat(rows(tx -> tx.instances().ofPool(orgId, poolId))).containsExactly(second);
    assertThat(count(tx -> tx.instances().countPresent(orgId))).isEqualTo(1);
    assertThat(count(tx -> tx.instances().countPresentOwnedBy(orgId, ann))).isEqualTo(1);
    assertThat(count(tx -> tx.instances().countPresentOwnedBy(orgId, Instance.UNOWNED))).isZero();
  }

  @Test
  void a_name_is_one_instances_of_its_owner_until_that_is_deleted() {
    Instance anns = instance(ann, goldenId, T0).named("pr-17");
    Instance other = instance(ann, goldenId, T0);
    insert(anns);
    insert(other);
    insert(instance(ann, goldenId, T0));
    Instance terminating = anns.deletionRequested();
    assertThat(did(tx -> tx.instances().update(terminating))).isTrue();

    assertConflict(tx -> tx.instances().insert(instance(ann, goldenId, at(1)).named("pr-17")));
    assertConflict(tx -> tx.instances().update(other.named("pr-17")));

    assertThat(did(tx -> tx.instances().delete(orgId, anns.id()))).isTrue();
    assertThat(did(tx -> tx.instances().update(other.named("pr-17")))).isTrue();
  }

  @Test
  void instances_are_found_by_name_oldest_first_of_all_owners_of_the_organisation() {
    Instance second = instance(ann, goldenId, at(1)).named("pr-17");
    Instance first = instance(bob, goldenId, T0).named("pr-17").deletionRequested();
    insert(second);
    insert(first);
    insert(instance(bob, goldenId, T0).named("pr-18"));
    insert(instance(bob, goldenId, T0));

    assertThat(rows(tx -> tx.instances().named(orgId, "pr-17"))).containsExactly(first, second);
    assertThat(rows(tx -> tx.instances().named(orgId, "pr-19"))).isEmpty();
    assertThat(rows(tx -> tx.instances().named(UUID.randomUUID(), "pr-17"))).isEmpty();
  }

  private void insert(Instance instance) {
    store().useTransaction(tx -> tx.instances().insert(instance));
  }

  private Instance warm(UUID poolId, Instant createdAt) {
    return Instance.warm(
        UUID.randomUUID(),
        orgId,
        UUID.randomUUID(),
        poolId,
        instance(ann, goldenId, createdAt).spec(),
        createdAt);
  }

  @Test
  void an_instance_is_deleted_once() {
    Instance instance = instance(ann, goldenId, T0);
    store().useTransaction(tx -> tx.instances().insert(instance));
    assertThat(did(tx -> tx.instances().delete(UUID.randomUUID(), instance.id()))).isFalse();
    assertThat(did(tx -> tx.instances().delete(orgId, instance.id()))).isTrue();
    assertThat(did(tx -> tx.instances().delete(orgId, instance.id()))).isFalse();
    assertThat(rows(tx -> tx.instances().list(orgId))).isEmpty();
  }
}
