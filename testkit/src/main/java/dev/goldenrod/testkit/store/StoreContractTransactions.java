package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreConflictException;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

abstract class StoreContractTransactions extends StoreContractPart {
  @Test
  void a_transaction_returns_what_its_work_returns_and_keeps_all_its_rows() {
    Golden first = golden("first", T0);
    Golden second = golden("second", at(1));

    String result =
        in(
            tx -> {
              tx.goldens().insert(first);
              tx.goldens().insert(second);
              return "done";
            });

    assertThat(result).isEqualTo("done");
    assertThat(one(tx -> tx.goldens().find(orgId, first.id()))).contains(first);
    assertThat(one(tx -> tx.goldens().find(orgId, second.id()))).contains(second);
  }

  @Test
  void a_transaction_sees_its_own_rows() {
    Golden golden = golden("own", T0);
    assertThat(
            one(
                tx -> {
                  tx.goldens().insert(golden);
                  return tx.goldens().find(orgId, golden.id());
                }))
        .contains(golden);
  }

  @Test
  void work_that_throws_leaves_nothing_and_its_exception_comes_through() {
    Golden kept = golden("kept", T0);
    Golden other = golden("other", T0);
    store().useTransaction(tx -> tx.goldens().insert(kept));
    IllegalArgumentException refusal = new IllegalArgumentException("no");

    assertThatThrownBy(
            () ->
                store()
                    .useTransaction(
                        tx -> {
                          tx.goldens().insert(other);
                          tx.goldens().update(kept.deletionRequested());
                          tx.goldens().delete(orgId, kept.id());
                          throw refusal;
                        }))
        .isSameAs(refusal);

    assertThat(rows(tx -> tx.goldens().list(orgId)))
        .extracting(summary -> summary.golden())
        .containsExactly(kept);
  }

  @Test
  void an_error_in_the_work_leaves_nothing_either() {
    Golden golden = golden("kept", T0);
    store().useTransaction(tx -> tx.goldens().insert(golden));

    assertThatThrownBy(
            () ->
                store()
                    .useTransaction(
                        tx -> {
                          tx.goldens().delete(orgId, golden.id());
                          throw new AssertionError("broken");
                        }))
        .isInstanceOf(AssertionError.class);

    assertThat(one(tx -> tx.goldens().find(orgId, golden.id()))).contains(golden);
  }

  @Test
  void what_is_not_committed_is_seen_by_no_other_transaction() throws Exception {
    Golden golden = golden("hidden", T0);
    CompletableFuture<List<?>> other = new CompletableFuture<>();
    Thread reader =
        new Thread(() -> other.complete(in(tx -> tx.goldens().list(orgId))), "contract-reader");

    assertThatThrownBy(
            () ->
                store()
                    .useTransaction(
                        tx -> {
                          tx.goldens().insert(golden);
                          assertThat(tx.goldens().list(orgId)).hasSize(1);
                          reader.start();
                          throw new IllegalArgumentException("take it back");
                        }))
        .hasMessage("take it back");

    assertThat(other.get(2, TimeUnit.MINUTES)).isEmpty();
  }

  @Test
  void a_refused_row_undoes_the_transaction_even_when_the_work_goes_on() {
    Golden first = golden("taken", T0);
    Golden other = golden("other", T0);
    store().useTransaction(tx -> tx.goldens().insert(first));

    assertThatThrownBy(
            () ->
                store()
                    .useTransaction(
                        tx -> {
                          tx.goldens().insert(other);
                          assertThatThrownBy(() -> tx.goldens().insert(golden("taken", T0)))
                              .isInstanceOf(StoreConflictException.class);
                        }))
        .isInstanceOf(StoreConflictException.class);

    assertThat(one(tx -> tx.goldens().find(orgId, other.id()))).isEmpty();
    assertThat(one(tx -> tx.goldens().find(orgId, first.id()))).contains(first);
  }

  @Test
  void the_works_own_exception_after_a_refused_row_comes_through() {
    store().useTransaction(tx -> tx.goldens().insert(golden("taken", T0)));
    IllegalStateException own = new IllegalStateException("name is taken");

    assertThatThrownBy(
            () ->
                store()
                    .useTransaction(
                        tx -> {
                          try {
                            tx.goldens().insert(golden("taken", T0));
                          } catch (StoreConflictException e) {
                            throw own;
                          }
                        }))
        .isSameAs(own);
  }

  @Test
  void transactions_are_never_nested() {
    assertThatThrownBy(
            () -> store().useTransaction(outer -> store().useTransaction(inner -> inner.orgs())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nested");
    assertThat(store().<String>inTransaction(tx -> "open again")).isEqualTo("open again");
  }

  @Test
  void a_transaction_is_used_only_in_its_work_and_by_its_thread() {
    AtomicReference<Transaction> kept = new AtomicReference<>();
    store().useTransaction(kept::set);
    assertThatThrownBy(() -> kept.get().goldens().list(orgId))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("inside its work");

    store()
        .useTransaction(
            tx ->
                assertThatThrownBy(
                        () -> CompletableFuture.runAsync(() -> tx.goldens().list(orgId)).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IllegalStateException.class));
  }

  @Test
  void a_store_outlives_the_interrupt_of_a_thread_that_uses_it() {
    Golden golden = golden("interrupted", T0);
    Thread.currentThread().interrupt();
    try {
      store().useTransaction(tx -> tx.goldens().insert(golden));
    } catch (StoreException e) {
      assertThat(e).hasMessageNotContaining("closed");
    } finally {
      Thread.interrupted();
    }

    Golden next = golden("next", T0);
    store().useTransaction(tx -> tx.goldens().insert(next));
    assertThat(one(tx -> tx.goldens().find(orgId, next.id()))).contains(next);
  }

  @Test
  void a_closed_store_refuses_transactions() {
    Store another = impatientStore();
    assertThat(another.<String>inTransaction(tx -> "open")).isEqualTo("open");
    another.close();
    assertThatThrownBy(() -> another.inTransaction(tx -> tx.goldens().list(orgId)))
        .isInstanceOf(StoreException.class);
  }
}
