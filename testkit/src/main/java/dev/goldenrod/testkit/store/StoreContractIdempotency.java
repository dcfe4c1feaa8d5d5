package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.idempotency.IdempotencyRecord;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractIdempotency extends StoreContractPart {
  private final UUID userId = UUID.randomUUID();

  @Test
  void a_key_is_kept_once_for_each_caller() {
    IdempotencyRecord first = answer(userId, "k", "request-1", T0);
    UUID other = UUID.randomUUID();

    assertThat(did(tx -> tx.idempotency().insertIfAbsent(first))).isTrue();
    assertThat(did(tx -> tx.idempotency().insertIfAbsent(answer(userId, "k", "request-2", T0))))
        .isFalse();
    assertThat(did(tx -> tx.idempotency().insertIfAbsent(answer(userId, "K", "request-3", T0))))
        .isTrue();
    assertThat(did(tx -> tx.idempotency().insertIfAbsent(answer(other, "k", "request-4", T0))))
        .isTrue();

    assertThat(one(tx -> tx.idempotency().find(userId, "k"))).contains(first);
    assertThat(one(tx -> tx.idempotency().find(other, "k")))
        .map(IdempotencyRecord::fingerprint)
        .contains("request-4");
    assertThat(one(tx -> tx.idempotency().find(userId, "unknown"))).isEmpty();
  }

  @Test
  void a_key_that_was_refused_leaves_the_transaction_usable() {
    IdempotencyRecord first = answer(userId, "k", "request-1", T0);
    store().useTransaction(tx -> tx.idempotency().insertIfAbsent(first));
    assertThat(
            one(
                tx -> {
                  tx.idempotency().insertIfAbsent(answer(userId, "k", "request-2", T0));
                  tx.idempotency().insertIfAbsent(answer(userId, "other", "request-2", T0));
                  return tx.idempotency().find(userId, "k");
                }))
        .contains(first);
    assertThat(one(tx -> tx.idempotency().find(userId, "other"))).isPresent();
  }

  @Test
  void of_those_at_the_same_time_one_inserts_and_the_others_see_it() throws Exception {
    List<Boolean> inserted =
        race(
            RACERS,
            () ->
                in(
                    tx -> {
                      boolean mine =
                          tx.idempotency().insertIfAbsent(answer(userId, "race", "request", T0));
                      assertThat(tx.idempotency().find(userId, "race")).isPresent();
                      return mine;
                    }));
    assertThat(inserted).containsOnlyOnce(true);
  }

  @Test
  void an_update_replaces_the_row_of_caller_and_key_and_no_other() {
    store().useTransaction(tx -> tx.idempotency().insertIfAbsent(answer(userId, "a", "r", T0)));
    IdempotencyRecord untouched = answer(userId, "b", "r", T0);
    store().useTransaction(tx -> tx.idempotency().insertIfAbsent(untouched));
    IdempotencyRecord answered =
        new IdempotencyRecord(
            userId, "a", "r2", "{\"id\": \"é\"}" + " ".repeat(70_000), false, at(1));

    store().useTransaction(tx -> tx.idempotency().update(answered));
    store().useTransaction(tx -> tx.idempotency().update(answer(userId, "none", "r", T0)));

    assertThat(one(tx -> tx.idempotency().find(userId, "a"))).contains(answered);
    assertThat(one(tx -> tx.idempotency().find(userId, "b"))).contains(untouched);
    assertThat(one(tx -> tx.idempotency().find(userId, "none"))).isEmpty();
  }

  @Test
  void a_request_that_was_given_up_is_told_from_one_with_an_empty_answer() {
    IdempotencyRecord givenUp = new IdempotencyRecord(userId, "a", "r", "", true, T0);
    IdempotencyRecord answered = answer(userId, "b", "r", T0);

    store().useTransaction(tx -> tx.idempotency().insertIfAbsent(givenUp));
    store().useTransaction(tx -> tx.idempotency().insertIfAbsent(answered));

    assertThat(one(tx -> tx.idempotency().find(userId, "a"))).contains(givenUp);
    assertThat(one(tx -> tx.idempotency().find(userId, "b"))).contains(answered);
  }

  @Test
  void a_deleted_key_can_be_used_again() {
    store().useTransaction(tx -> tx.idempotency().insertIfAbsent(answer(userId, "a", "r", T0)));
    store().useTransaction(tx -> tx.idempotency().delete(userId, "a"));
    store().useTransaction(tx -> tx.idempotency().delete(userId, "a"));
    assertThat(one(tx -> tx.idempotency().find(userId, "a"))).isEmpty();
    assertThat(did(tx -> tx.idempotency().insertIfAbsent(answer(userId, "a", "r", T0)))).isTrue();
  }

  @Test
  void rows_created_before_a_time_are_deleted_and_those_at_it_stay() {
    store()
        .useTransaction(tx -> tx.idempotency().insertIfAbsent(answer(userId, "old", "r", at(-1))));
    store().useTransaction(tx -> tx.idempotency().insertIfAbsent(answer(userId, "now", "r", T0)));
    store().useTransaction(tx -> tx.idempotency().deleteCreatedBefore(T0.plusNanos(1)));
    assertThat(one(tx -> tx.idempotency().find(userId, "old"))).isEmpty();
    assertThat(one(tx -> tx.idempotency().find(userId, "now"))).isPresent();
  }

  private static IdempotencyRecord answer(
      UUID userId, String key, String fingerprint, Instant createdAt) {
    return new IdempotencyRecord(userId, key, fingerprint, "", false, createdAt);
  }
}
