package dev.goldenrod.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.idempotency.KeptAnswer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractAnswers extends StoreContractPart {
  private final UUID userId = UUID.randomUUID();

  @Test
  void a_key_is_kept_once_for_each_caller() {
    KeptAnswer first = answer(userId, "k", "request-1", T0);
    UUID other = UUID.randomUUID();

    assertThat(did(tx -> tx.answers().insertIfAbsent(first))).isTrue();
    assertThat(did(tx -> tx.answers().insertIfAbsent(answer(userId, "k", "request-2", T0))))
        .isFalse();
    assertThat(did(tx -> tx.answers().insertIfAbsent(answer(userId, "K", "request-3", T0))))
        .isTrue();
    assertThat(did(tx -> tx.answers().insertIfAbsent(answer(other, "k", "request-4", T0))))
        .isTrue();

    assertThat(one(tx -> tx.answers().find(userId, "k"))).contains(first);
    assertThat(one(tx -> tx.answers().find(other, "k")))
        .map(KeptAnswer::request)
        .contains("request-4");
    assertThat(one(tx -> tx.answers().find(userId, "unknown"))).isEmpty();
  }

  @Test
  void a_key_that_was_refused_leaves_the_transaction_usable() {
    KeptAnswer first = answer(userId, "k", "request-1", T0);
    store().useTransaction(tx -> tx.answers().insertIfAbsent(first));
    assertThat(
            one(
                tx -> {
                  tx.answers().insertIfAbsent(answer(userId, "k", "request-2", T0));
                  tx.answers().insertIfAbsent(answer(userId, "other", "request-2", T0));
                  return tx.answers().find(userId, "k");
                }))
        .contains(first);
    assertThat(one(tx -> tx.answers().find(userId, "other"))).isPresent();
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
                          tx.answers().insertIfAbsent(answer(userId, "race", "request", T0));
                      assertThat(tx.answers().find(userId, "race")).isPresent();
                      return mine;
                    }));
    assertThat(inserted).containsOnlyOnce(true);
  }

  @Test
  void an_update_replaces_the_row_of_caller_and_key_and_no_other() {
    store().useTransaction(tx -> tx.answers().insertIfAbsent(answer(userId, "a", "r", T0)));
    KeptAnswer untouched = answer(userId, "b", "r", T0);
    store().useTransaction(tx -> tx.answers().insertIfAbsent(untouched));
    KeptAnswer answered =
        new KeptAnswer(userId, "a", "r2", 201, "{\"id\": \"é\"}" + " ".repeat(70_000), at(1));

    store().useTransaction(tx -> tx.answers().update(answered));
    store().useTransaction(tx -> tx.answers().update(answer(userId, "none", "r", T0)));

    assertThat(one(tx -> tx.answers().find(userId, "a"))).contains(answered);
    assertThat(one(tx -> tx.answers().find(userId, "b"))).contains(untouched);
    assertThat(one(tx -> tx.answers().find(userId, "none"))).isEmpty();
  }

  @Test
  void a_deleted_key_can_be_used_again() {
    store().useTransaction(tx -> tx.answers().insertIfAbsent(answer(userId, "a", "r", T0)));
    store().useTransaction(tx -> tx.answers().delete(userId, "a"));
    store().useTransaction(tx -> tx.answers().delete(userId, "a"));
    assertThat(one(tx -> tx.answers().find(userId, "a"))).isEmpty();
    assertThat(did(tx -> tx.answers().insertIfAbsent(answer(userId, "a", "r", T0)))).isTrue();
  }

  @Test
  void rows_created_before_a_time_are_deleted_and_those_at_it_stay() {
    store().useTransaction(tx -> tx.answers().insertIfAbsent(answer(userId, "old", "r", at(-1))));
    store().useTransaction(tx -> tx.answers().insertIfAbsent(answer(userId, "now", "r", T0)));
    store().useTransaction(tx -> tx.answers().deleteCreatedBefore(T0.plusNanos(1)));
    assertThat(one(tx -> tx.answers().find(userId, "old"))).isEmpty();
    assertThat(one(tx -> tx.answers().find(userId, "now"))).isPresent();
  }

  private static KeptAnswer answer(UUID userId, String key, String request, Instant createdAt) {
    return new KeptAnswer(userId, key, request, 0, "", createdAt);
  }
}
