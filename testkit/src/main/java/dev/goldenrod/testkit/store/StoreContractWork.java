package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

abstract class StoreContractWork extends StoreContractPart {
  private static final Instant UNTIL = at(30);

  private final UUID clusterId = UUID.randomUUID();
  private final UUID resourceId = UUID.randomUUID();

  @Test
  void a_scheduled_resource_has_one_item() {
    WorkItem item = scheduled(T0);
    assertThat(found()).contains(item);
    assertThat(one(tx -> tx.work().find(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void scheduling_again_replaces_kind_cluster_and_time_and_clears_attempts() {
    scheduled(T0);
    WorkItem claimed = claim("a");
    store().useTransaction(tx -> tx.work().release(claimed, at(60), 3));
    WorkItem before = found().orElseThrow();
    assertThat(before.attempts()).isEqualTo(3);
    UUID elsewhere = UUID.randomUUID();

    store()
        .useTransaction(
            tx ->
                tx.work()
                    .schedule(WorkItem.due(WorkKind.GOLDEN, orgId, resourceId, elsewhere, at(5))));

    assertThat(found())
        .contains(
            new WorkItem(
                resourceId,
                orgId,
                WorkKind.GOLDEN,
                elsewhere,
                at(5),
                0,
                null,
                null,
                before.revision() + 1));
  }

  @Test
  void scheduling_leaves_the_lease_alone() {
    scheduled(T0);
    claim("a");
    scheduled(at(1));
    WorkItem item = found().orElseThrow();
    assertThat(item.leaseOwner()).isEqualTo("a");
    assertThat(item.leaseUntil()).isEqualTo(UNTIL);
    assertThat(due(at(2))).isEmpty();
  }

  @Test
  void items_are_due_from_their_time_on_earliest_first() {
    WorkItem late = WorkItem.due(WorkKind.IMPORT, orgId, UUID.randomUUID(), clusterId, at(2));
    WorkItem early = WorkItem.due(WorkKind.INSTANCE, orgId, UUID.randomUUID(), clusterId, at(1));
    store().useTransaction(tx -> tx.work().schedule(late));
    store().useTransaction(tx -> tx.work().schedule(early));

    assertThat(due(at(1).minusMillis(1))).isEmpty();
    assertThat(due(at(1))).containsExactly(early);
    assertThat(due(at(2))).containsExactly(early, late);
    assertThat(rows(tx -> tx.work().due(at(2), List.of(clusterId), 1))).containsExactly(early);
  }

  @Test
  void items_of_no_cluster_are_due_everywhere_and_those_of_another_nowhere_else() {
    UUID other = UUID.randomUUID();
    WorkItem ours = scheduled(T0);
    WorkItem theirs = WorkItem.due(WorkKind.INSTANCE, orgId, UUID.randomUUID(), other, T0);
    WorkItem anyones = WorkItem.due(WorkKind.GOLDEN, orgId, UUID.randomUUID(), null, T0);
    store().useTransaction(tx -> tx.work().schedule(theirs));
    store().useTransaction(tx -> tx.work().schedule(anyones));
    try {
      assertThat(due(T0)).contains(ours, anyones).doesNotContain(theirs);
      assertThat(rows(tx -> tx.work().due(T0, List.of(clusterId, other), 100)))
          .contains(ours, theirs, anyones);
      assertThat(rows(tx -> tx.work().due(T0, List.of(), 100)))
          .contains(anyones)
          .doesNotContain(ours, theirs);
    } finally {
      store()
          .useTransaction(
              tx -> tx.work().remove(tx.work().claim(anyones, "a", UNTIL).orElseThrow()));
    }
  }

  @Test
  void a_claimed_item_is_due_again_when_its_lease_has_run_out() {
    WorkItem item = scheduled(T0);
    WorkItem claimed = claim("a");

    assertThat(claimed)
        .isEqualTo(
            new WorkItem(
                resourceId,
                orgId,
                WorkKind.INSTANCE,
                clusterId,
                T0,
                0,
                "a",
                UNTIL,
                item.revision() + 1));
    assertThat(found()).contains(claimed);
    assertThat(due(UNTIL.minusMillis(1))).isEmpty();
    assertThat(due(UNTIL)).containsExactly(claimed);
  }

  @Test
  void a_claim_of_an_old_revision_gets_nothing() {
    WorkItem item = scheduled(T0);
    WorkItem claimed = claim("a");
    assertThat(one(tx -> tx.work().claim(item, "b", UNTIL))).isEmpty();
    assertThat(found()).contains(claimed);
    WorkItem unknown = WorkItem.due(WorkKind.INSTANCE, orgId, UUID.randomUUID(), null, T0);
    assertThat(one(tx -> tx.work().claim(unknown, "b", UNTIL))).isEmpty();
  }

  @Test
  void of_sixteen_that_claim_an_item_at_once_one_gets_it() throws Exception {
    WorkItem item = scheduled(T0);
    AtomicInteger names = new AtomicInteger();
    List<Optional<WorkItem>> claims =
        race(
            RACERS,
            () -> {
              String owner = "server-" + names.incrementAndGet();
              return in(tx -> tx.work().claim(item, owner, UNTIL));
            });
    assertThat(claims).filteredOn(Optional::isPresent).hasSize(1);
    WorkItem winner = claims.stream().flatMap(Optional::stream).findFirst().orElseThrow();
    assertThat(found()).contains(winner);
  }

  @Test
  void of_those_that_schedule_a_new_resource_at_once_all_succeed() throws Exception {
    race(
        RACERS,
        () -> {
          scheduled(T0);
          return true;
        });
    assertThat(due(T0)).singleElement().extracting(WorkItem::resourceId).isEqualTo(resourceId);
    assertThat(found().orElseThrow().revision()).isEqualTo(RACERS - 1);
  }

  @Test
  void release_gives_the_lease_back_and_sets_the_next_look() {
    scheduled(T0);
    WorkItem claimed = claim("a");
    store().useTransaction(tx -> tx.work().release(claimed, at(5), 2));
    assertThat(found())
        .contains(
            new WorkItem(
                resourceId,
                orgId,
                WorkKind.INSTANCE,
                clusterId,
                at(5),
                2,
                null,
                null,
                claimed.revision() + 1));
  }

  @Test
  void release_after_a_schedule_gives_only_the_lease_back() {
    scheduled(T0);
    WorkItem claimed = claim("a");
    scheduled(at(1));
    store().useTransaction(tx -> tx.work().release(claimed, at(500), 7));
    WorkItem item = found().orElseThrow();
    assertThat(item.leaseOwner()).isNull();
    assertThat(item.leaseUntil()).isNull();
    assertThat(item.dueAt()).isEqualTo(at(1));
    assertThat(item.attempts()).isZero();
    assertThat(due(at(1))).containsExactly(item);
  }

  @Test
  void remove_deletes_the_item_of_the_lease() {
    scheduled(T0);
    WorkItem claimed = claim("a");
    assertThat(found()).isPresent();
    store().useTransaction(tx -> tx.work().remove(claimed));
    assertThat(found()).isEmpty();
    store().useTransaction(tx -> tx.work().remove(claimed));
    assertThat(scheduled(T0)).isEqualTo(found().orElseThrow());
  }

  @Test
  void remove_after_a_schedule_gives_only_the_lease_back() {
    scheduled(T0);
    WorkItem claimed = claim("a");
    scheduled(at(1));
    store().useTransaction(tx -> tx.work().remove(claimed));
    WorkItem item = found().orElseThrow();
    assertThat(item.leaseOwner()).isNull();
    assertThat(due(at(1))).containsExactly(item);
  }

  @Test
  void the_leases_of_an_owner_that_was_killed_are_given_back_at_once() {
    scheduled(T0);
    WorkItem claimed = claim("killed");
    store().useTransaction(tx -> tx.work().releaseAllOf("another"));
    assertThat(found()).contains(claimed);

    store().useTransaction(tx -> tx.work().releaseAllOf("killed"));

    WorkItem item = found().orElseThrow();
    assertThat(item.leaseOwner()).isNull();
    assertThat(item.leaseUntil()).isNull();
    assertThat(item.revision()).isEqualTo(claimed.revision() + 1);
    assertThat(due(T0)).containsExactly(item);
  }

  @Test
  void a_lease_that_another_took_over_is_neither_released_nor_removed() {
    scheduled(T0);
    WorkItem lost = claim("a");
    WorkItem taken = in(tx -> tx.work().claim(lost, "b", at(90))).orElseThrow();
    store().useTransaction(tx -> tx.work().release(lost, at(5), 1));
    store().useTransaction(tx -> tx.work().remove(lost));
    assertThat(found()).contains(taken);
  }

  @Test
  void a_lease_that_the_same_owner_took_again_is_not_the_old_claims_to_give_back() {
    scheduled(T0);
    WorkItem old = claim("a");
    WorkItem renewed = in(tx -> tx.work().claim(old, "a", at(90))).orElseThrow();
    store().useTransaction(tx -> tx.work().release(old, at(5), 1));
    store().useTransaction(tx -> tx.work().remove(old));
    assertThat(found()).contains(renewed);
  }

  private WorkItem scheduled(Instant dueAt) {
    WorkItem item = WorkItem.due(WorkKind.INSTANCE, orgId, resourceId, clusterId, dueAt);
    store().useTransaction(tx -> tx.work().schedule(item));
    return item;
  }

  private WorkItem claim(String owner) {
    return in(tx -> tx.work().claim(tx.work().find(resourceId).orElseThrow(), owner, UNTIL))
        .orElseThrow();
  }

  private Optional<WorkItem> found() {
    return in(tx -> tx.work().find(resourceId));
  }

  private List<WorkItem> due(Instant now) {
    return in(tx -> tx.work().due(now, List.of(clusterId), 100));
  }
}
