package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreOutcomeUnknownException;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.storage.jdbi.CommitProxy.Loss;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests connections that are dropped before or after PostgreSQL commits. */
class PostgresLostCommitTest {
  private final Org org = new Org(UUID.randomUUID(), "org-" + UUID.randomUUID(), Instant.EPOCH);
  private final AtomicInteger runs = new AtomicInteger();
  private String url;
  private CommitProxy proxy;
  private Store store;

  @BeforeEach
  void open() throws IOException {
    url = PostgresServer.shared().newStore();
    proxy = new CommitProxy(url);
    store = PostgresServer.open(proxy.url());
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    proxy.close();
    PostgresServer.shared().drop(url);
  }

  private boolean insertAudited(Transaction tx) {
    runs.incrementAndGet();
    tx.orgs().insert(org);
    tx.audit()
        .append(
            new AuditEvent(
                UUID.randomUUID(), org.id(), "org.created", null, "org", Map.of(), Instant.EPOCH));
    return true;
  }

  private boolean isInserted() {
    return store.inTransaction(
        tx ->
            tx.orgs().findByName(org.name()).isPresent()
                && tx.audit().list(org.id(), null, 2).size() == 1);
  }

  @ParameterizedTest
  @CsvSource({"BEFORE, 2", "AFTER, 1", "DELAYED, 1"})
  void a_change_is_made_once_whenever_its_commit_is_lost(Loss loss, int expectedRuns) {
    proxy.loseNextCommit(loss);

    assertThat(store.inTransaction(this::insertAudited)).isTrue();

    assertThat(runs).hasValue(expectedRuns);
    assertThat(isInserted()).isTrue();
  }

  @Test
  void the_outcome_is_unknown_when_nobody_can_be_asked() {
    StoreOptions hasty = PostgresServer.options(proxy.url()).withLockTimeout(Duration.ofSeconds(2));
    try (Store impatient = JdbiStore.open(hasty)) {
      proxy.loseNextCommit(Loss.FOR_GOOD);

      assertThatThrownBy(() -> impatient.inTransaction(this::insertAudited))
          .isInstanceOf(StoreOutcomeUnknownException.class)
          .hasMessageContaining("may have succeeded");
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void the_outcome_of_a_change_without_an_audit_event_is_unknown() {
    proxy.loseNextCommit(Loss.AFTER);

    assertThatThrownBy(() -> store.useTransaction(tx -> tx.orgs().insert(org)))
        .isInstanceOf(StoreOutcomeUnknownException.class);
  }

  @Test
  @Timeout(60)
  void a_database_that_does_not_respond_is_unavailable_soon_and_asked_once() {
    StoreOptions hasty =
        PostgresServer.options(proxy.url())
            .withLockTimeout(Duration.ofSeconds(1))
            .withAnswerTimeout(Duration.ofSeconds(1));
    try (Store impatient = JdbiStore.open(hasty)) {
      assertThatThrownBy(
              () ->
                  impatient.inTransaction(
                      tx -> {
                        proxy.silence();
                        return insertAudited(tx);
                      }))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("did not respond in time");
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  @Timeout(60)
  void a_transaction_whose_client_vanished_blocks_no_change_for_long() {
    StoreOptions hasty =
        PostgresServer.options(proxy.url())
            .withLockTimeout(Duration.ofSeconds(1))
            .withAnswerTimeout(Duration.ofMillis(500));
    try (Store impatient = JdbiStore.open(hasty);
        Store other = PostgresServer.open(url)) {
      assertThatThrownBy(
              () ->
                  impatient.inTransaction(
                      tx -> {
                        tx.orgs().insert(org);
                        proxy.silence();
                        return insertAudited(tx);
                      }))
          .isInstanceOf(StoreUnavailableException.class);

      assertThat(other.inTransaction(this::insertAudited)).isTrue();
    }
  }

  @Test
  void what_only_reads_is_read_again() {
    proxy.loseNextCommit(Loss.BEFORE);

    boolean isThere = store.inTransaction(tx -> tx.orgs().findByName(org.name()).isPresent());

    assertThat(isThere).isFalse();
  }
}
