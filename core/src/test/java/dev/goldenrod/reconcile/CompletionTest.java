package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CompletionTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30Z");
  private static final UUID ORG = UUID.randomUUID();

  private final InMemoryStore store = new InMemoryStore();
  private final UUID resource = UUID.randomUUID();

  private static WorkItem item(UUID id) {
    return WorkItem.due(WorkKind.DATABASE, ORG, id, null, NOW);
  }

  private WorkItem claimed() {
    return store.inTransaction(
        tx -> {
          WorkItem free = tx.work().find(resource).orElseThrow();
          return tx.work().claim(free, "one", NOW.plusSeconds(15)).orElseThrow();
        });
  }

  private WorkItem stored(UUID id) {
    return store.inTransaction(tx -> tx.work().find(id).orElseThrow());
  }

  private Completion lose(UUID other) {
    return Completion.of(
        store, claimed(), ReconcileResult.write(tx -> refuse(tx, other), NOW), () -> NOW);
  }

  private static boolean refuse(Transaction tx, UUID other) {
    tx.work().schedule(item(other));
    return false;
  }

  @Test
  void nothing_of_a_refused_result_is_stored() {
    store.useTransaction(tx -> tx.work().schedule(item(resource)));
    UUID other = UUID.randomUUID();

    Completion done = lose(other);

    assertThat(done).isEqualTo(new Completion(false, true, true));
    Optional<WorkItem> scheduled = store.inTransaction(tx -> tx.work().find(other));
    assertThat(scheduled).isEmpty();
    assertThat(stored(resource).isFree(NOW)).isTrue();
  }

  @Test
  void a_result_that_is_refused_again_and_again_is_tried_ever_more_rarely() {
    store.useTransaction(tx -> tx.work().schedule(item(resource)));

    assertThat(lose(UUID.randomUUID()).due()).isTrue();
    for (int lost = 2; lost < 12; lost++) {
      assertThat(lose(UUID.randomUUID()).due()).isFalse();
      assertThat(stored(resource).dueAt()).isEqualTo(NOW.plus(Completion.backoff(lost)));
    }
    assertThat(Duration.between(NOW, stored(resource).dueAt()))
        .isEqualTo(Completion.LONGEST_BACKOFF);
  }

  @Test
  void a_stored_result_clears_the_tries() {
    store.useTransaction(tx -> tx.work().schedule(item(resource)));
    lose(UUID.randomUUID());
    Instant next = NOW.plusSeconds(60);

    Completion done =
        Completion.of(store, claimed(), ReconcileResult.write(tx -> true, next), () -> NOW);

    assertThat(done).isEqualTo(new Completion(true, true, false));
    assertThat(stored(resource).dueAt()).isEqualTo(next);
    assertThat(stored(resource).attempts()).isZero();
  }
}
