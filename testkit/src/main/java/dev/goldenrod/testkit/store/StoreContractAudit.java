package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditFilter;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

abstract class StoreContractAudit extends StoreContractPart {
  @Test
  void events_come_newest_first_in_the_order_they_were_appended_whatever_their_time() {
    AuditEvent first = event(at(5));
    AuditEvent second = event(T0);
    AuditEvent third = event(T0);
    append(first, second, third);

    assertThat(rows(tx -> tx.audit().list(orgId, null, 10))).containsExactly(third, second, first);
    assertThat(rows(tx -> tx.audit().list(UUID.randomUUID(), null, 10))).isEmpty();
  }

  @Test
  void pages_of_events_of_one_millisecond_neither_repeat_nor_leave_out_any() {
    AuditEvent first = event(T0);
    AuditEvent second = event(T0);
    AuditEvent third = event(T0);
    append(first, second, third);

    assertThat(rows(tx -> tx.audit().list(orgId, null, 2))).containsExactly(third, second);
    assertThat(rows(tx -> tx.audit().list(orgId, place(tx, second), 2))).containsExactly(first);
    assertThat(rows(tx -> tx.audit().list(orgId, place(tx, third), 1))).containsExactly(second);
    assertThat(rows(tx -> tx.audit().list(orgId, place(tx, first), 2))).isEmpty();
  }

  @Test
  void events_are_selected_by_action_target_member_and_time() {
    UUID ann = UUID.randomUUID();
    AuditEvent first = made("clone.launched", ann, "clone/a_1", T0);
    AuditEvent second = made("clone.deleted", null, "clone/a_1", at(1));
    AuditEvent third = made("golden.deleted", ann, "golden/ab1", at(2));
    append(first, second, third);

    assertThat(selected("deleted", null, null, null)).containsExactly(third, second);
    assertThat(selected("a_1", null, null, null)).containsExactly(second, first);
    assertThat(selected("%", null, null, null)).isEmpty();
    assertThat(selected("", ann, null, null)).containsExactly(third, first);
    assertThat(selected("", null, at(1), null)).containsExactly(third, second);
    assertThat(selected("", null, null, at(1))).containsExactly(first);
    assertThat(selected("clone", ann, T0, at(2))).containsExactly(first);
    assertThat(selected("", null, null, null)).containsExactly(third, second, first);
    assertThat(ofKind("clone")).containsExactly(second, first);
    assertThat(ofKind("c")).isEmpty();
    assertThat(ofKind("1")).isEmpty();
    assertThat(
            rows(
                tx ->
                    tx.audit()
                        .list(UUID.randomUUID(), filter("clone", null, null, null), null, 10)))
        .isEmpty();
  }

  @Test
  void selected_events_come_a_page_at_a_time() {
    AuditEvent first = made("clone.launched", null, "clone/1", T0);
    AuditEvent second = made("clone.launched", null, "clone/2", T0);
    append(first, event(T0), second, event(T0));
    AuditFilter launched = filter("launched", null, null, null);

    assertThat(rows(tx -> tx.audit().list(orgId, launched, null, 1))).containsExactly(second);
    assertThat(rows(tx -> tx.audit().list(orgId, launched, place(tx, second), 2)))
        .containsExactly(first);
  }

  private List<AuditEvent> ofKind(String kind) {
    AuditFilter filter = new AuditFilter("", kind, null, null, null);
    return rows(tx -> tx.audit().list(orgId, filter, null, 10));
  }

  private List<AuditEvent> selected(
      String text, @Nullable UUID actor, @Nullable Instant from, @Nullable Instant until) {
    return rows(tx -> tx.audit().list(orgId, filter(text, actor, from, until), null, 10));
  }

  private static AuditFilter filter(
      String text, @Nullable UUID actor, @Nullable Instant from, @Nullable Instant until) {
    return new AuditFilter(text, "", actor, from, until);
  }

  private AuditEvent made(String action, @Nullable UUID actor, String target, Instant createdAt) {
    return new AuditEvent(UUID.randomUUID(), orgId, action, actor, target, Map.of(), createdAt);
  }

  @Test
  void entries_after_a_number_come_oldest_first_a_page_at_a_time() {
    AuditEvent first = event(at(5));
    AuditEvent second = event(T0);
    AuditEvent third = event(T0);
    assertThat(rows(tx -> tx.audit().listAfter(orgId, 0, 10))).isEmpty();
    assertThat(rows(tx -> List.of(tx.audit().lastNumber(orgId)))).containsExactly(0L);
    append(first, second, third);

    List<AuditEntry> page = rows(tx -> tx.audit().listAfter(orgId, 0, 2));
    List<AuditEntry> rest = rows(tx -> tx.audit().listAfter(orgId, page.get(1).number(), 2));

    assertThat(page).extracting(AuditEntry::event).containsExactly(first, second);
    assertThat(page.get(0).number()).isPositive().isLessThan(page.get(1).number());
    assertThat(rest).extracting(AuditEntry::event).containsExactly(third);
    assertThat(rows(tx -> List.of(tx.audit().lastNumber(orgId))))
        .containsExactly(rest.get(0).number());
    assertThat(rows(tx -> tx.audit().listAfter(orgId, rest.get(0).number(), 2))).isEmpty();
    assertThat(rows(tx -> tx.audit().listAfter(UUID.randomUUID(), 0, 2))).isEmpty();
  }

  @Test
  void an_event_has_a_place_in_its_organisation_alone() {
    AuditEvent event = event(T0);
    append(event);
    assertThat(one(tx -> tx.audit().place(orgId, event.id()))).isPresent();
    assertThat(one(tx -> tx.audit().place(orgId, UUID.randomUUID()))).isEmpty();
    assertThat(one(tx -> tx.audit().place(UUID.randomUUID(), event.id()))).isEmpty();
  }

  private Place place(Transaction tx, AuditEvent event) {
    return tx.audit().place(orgId, event.id()).orElseThrow();
  }

  @Test
  void events_of_one_action_on_one_target_are_found_by_their_age() {
    AuditEvent early = failed("a@example.com", T0);
    AuditEvent second = failed("a@example.com", at(1));
    AuditEvent third = failed("a@example.com", at(2));
    append(early, failed("b@example.com", at(1)), second, event(at(1)), third);

    assertThat(since("a@example.com", T0, 10)).containsExactly(third, second);
    assertThat(since("a@example.com", at(-1), 2)).containsExactly(third, second);
    assertThat(since("a@example.com", at(-1), 10)).containsExactly(third, second, early);
    assertThat(since("c@example.com", at(-1), 10)).isEmpty();
    assertThat(
            rows(
                tx ->
                    tx.audit()
                        .listSince(UUID.randomUUID(), "login.failed", "a@example.com", at(-1), 10)))
        .isEmpty();
  }

  private List<AuditEvent> since(String target, Instant since, int limit) {
    return rows(tx -> tx.audit().listSince(orgId, "login.failed", target, since, limit));
  }

  private AuditEvent failed(String target, Instant createdAt) {
    return new AuditEvent(
        UUID.randomUUID(), orgId, "login.failed", null, target, Map.of(), createdAt);
  }

  @Test
  void an_event_survives_with_all_its_facts() {
    AuditEvent event =
        new AuditEvent(
            UUID.randomUUID(),
            orgId,
            "instance.launched",
            UUID.randomUUID(),
            "instance/1",
            Map.of("golden", "shop", "version", 2),
            T0);
    append(event);
    assertThat(rows(tx -> tx.audit().list(orgId, null, 1))).containsExactly(event);
    assertConflict(tx -> tx.audit().append(event));
  }

  @Test
  void events_are_deleted_by_their_age_a_number_at_a_time_and_the_oldest_first() {
    AuditEvent second = event(longBefore(2));
    AuditEvent first = event(longBefore(3));
    AuditEvent third = event(longBefore(1));
    AuditEvent kept = event(longBefore(0));
    append(second, first, kept, third);

    assertThat(count(tx -> tx.audit().deleteCreatedBefore(longBefore(0), 2))).isEqualTo(2);
    assertThat(rows(tx -> tx.audit().list(orgId, null, 10))).containsExactly(third, kept);
    assertThat(count(tx -> tx.audit().deleteCreatedBefore(longBefore(0), 2))).isEqualTo(1);
    assertThat(count(tx -> tx.audit().deleteCreatedBefore(longBefore(0), 2))).isZero();
    assertThat(rows(tx -> tx.audit().list(orgId, null, 10))).containsExactly(kept);
    assertThat(one(tx -> tx.audit().place(orgId, first.id()))).isEmpty();
  }

  private void append(AuditEvent... events) {
    for (AuditEvent event : events) {
      store().useTransaction(tx -> tx.audit().append(event));
    }
  }

  private AuditEvent event(Instant createdAt) {
    return new AuditEvent(
        UUID.randomUUID(), orgId, "source.deleted", null, "source/1", Map.of(), createdAt);
  }
}
