package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreConflictException;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.testkit.store.StoreContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of a store in a database, beyond that of the port. */
abstract class JdbiStoreContract extends StoreContract {
  private static final Instant T0 = Instant.parse("2026-01-31T10:15:30.123Z");

  private static final String NEWER_MIGRATION =
      ("INSERT INTO \"%s\" SELECT 1000, '1000', 'later', type, 'V1000__later.sql', checksum,"
              + " installed_by, installed_on, 1, success FROM \"%1$s\""
              + " WHERE \"version\" = '1'")
          .formatted(Migrations.HISTORY);

  abstract StoreOptions options();

  @Override
  protected final Store open(Duration lockTimeout) {
    return JdbiStore.open(options().withLockTimeout(lockTimeout));
  }

  @Test
  void what_was_committed_is_there_when_the_store_is_opened_again() {
    Org org = org();
    try (Store first = JdbiStore.open(options())) {
      first.useTransaction(tx -> tx.orgs().insert(org));
    }
    try (Store second = JdbiStore.open(options())) {
      assertThat(second.inTransaction(tx -> tx.orgs().findByName(org.name())).orElseThrow())
          .isEqualTo(org);
    }
  }

  @Test
  void the_migrations_of_a_current_store_are_not_read_again() throws SQLException {
    JdbiStore.open(options()).close();
    String replace =
        "UPDATE \"%s\" SET description = replace(description, '%s', '%s') WHERE \"version\" = '1'";
    execute(replace.formatted(Migrations.HISTORY, "first", "1st"));
    try {
      // Flyway would refuse the other description.
      JdbiStore.open(options()).close();
    } finally {
      execute(replace.formatted(Migrations.HISTORY, "1st", "first"));
    }
  }

  @Test
  void a_store_whose_migrations_were_others_is_refused() throws SQLException {
    JdbiStore.open(options()).close();
    String shift = "UPDATE \"%s\" SET checksum = checksum %s 1 WHERE \"version\" = '1'";
    execute(shift.formatted(Migrations.HISTORY, "+"));
    try {
      assertThatThrownBy(() -> JdbiStore.open(options()))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(options().location())
          .hasMessageContaining("checksum mismatch for migration version 1");
    } finally {
      execute(shift.formatted(Migrations.HISTORY, "-"));
    }
  }

  @Test
  void a_store_that_a_newer_release_has_migrated_is_refused_and_stays_as_it_is()
      throws SQLException {
    JdbiStore.open(options()).close();
    execute(NEWER_MIGRATION);
    try {
      for (int tries = 0; tries < 2; tries++) {
        assertThatThrownBy(() -> JdbiStore.open(options()))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining(options().location())
            .hasMessageContaining("newer release")
            .hasMessageContaining("migration 1000")
            .hasMessageContaining("backup");
      }
    } finally {
      execute("DELETE FROM \"%s\" WHERE \"version\" = '1000'".formatted(Migrations.HISTORY));
    }
    JdbiStore.open(options()).close();
  }

  /** As during a rolling upgrade to a newer release. */
  @Test
  void a_store_that_a_newer_release_migrates_meanwhile_says_so_and_serves_on() throws SQLException {
    try (Store older = JdbiStore.open(options())) {
      assertThat(older.heartbeat()).isEqualTo(StoreRelease.CURRENT);
      execute("ALTER TABLE orgs ADD COLUMN later VARCHAR DEFAULT '' NOT NULL");
      execute(NEWER_MIGRATION);

      assertThat(older.heartbeat()).isEqualTo(StoreRelease.NEWER);
      Org org = org();
      older.useTransaction(tx -> tx.orgs().insert(org));
      assertThat(older.inTransaction(tx -> tx.orgs().findByName(org.name())).orElseThrow())
          .isEqualTo(org);
    } finally {
      execute("DELETE FROM \"%s\" WHERE \"version\" = '1000'".formatted(Migrations.HISTORY));
      execute("ALTER TABLE orgs DROP COLUMN later");
    }
  }

  @Test
  void an_answer_that_the_release_before_kept_is_read() throws SQLException {
    UUID userId = UUID.randomUUID();
    try (Store store = JdbiStore.open(options())) {
      execute(
          ("INSERT INTO kept_answers (user_id, idempotency_key, request, status, body, created_at)"
                  + " VALUES ('%s', 'k', 'f', 201, '{\"id\":1}', TIMESTAMP '2026-01-31 10:15:30')")
              .formatted(userId));

      assertThat(store.inTransaction(tx -> tx.idempotency().find(userId, "k")).orElseThrow())
          .returns("f", IdempotencyRecord::fingerprint)
          .returns("{\"id\":1}", IdempotencyRecord::answer)
          .returns(false, IdempotencyRecord::isGivenUp);
    }
  }

  @ParameterizedTest
  @CsvSource({"'{\"id\":1}', false, 201", "'', false, 204", "'', true, 410"})
  void what_is_kept_can_be_read_by_the_release_before(String answer, boolean givenUp, int status)
      throws SQLException {
    UUID userId = UUID.randomUUID();
    try (Store store = JdbiStore.open(options())) {
      store.useTransaction(
          tx ->
              tx.idempotency()
                  .insertIfAbsent(new IdempotencyRecord(userId, "k", "f", answer, givenUp, T0)));

      assertThat(row("SELECT status, body FROM kept_answers WHERE user_id = '" + userId + "'"))
          .containsExactly(String.valueOf(status), answer);
    }
  }

  @Test
  void all_that_share_a_store_have_one_time() {
    try (Store one = JdbiStore.open(options());
        Store other = JdbiStore.open(options())) {
      one.heartbeat();
      other.heartbeat();
      // Each clock is off by the duration of its own query at most.
      assertThat(Duration.between(one.clock().instant(), other.clock().instant()).abs())
          .isLessThan(Duration.ofMinutes(1));
    }
  }

  /**
   * Returns the result of a query on each connection of a pool with a lock timeout of 4321 ms,
   * after a rollback of the first transaction.
   */
  final List<String> onNewConnectionsAfterRollback(String query) throws SQLException {
    StoreOptions options = options().withLockTimeout(Duration.ofMillis(4321)).withPoolSize(2);
    Dialect dialect = Dialect.of(options);
    ExceptionTranslator exceptions = new ExceptionTranslator(dialect, options.location());
    try (ConnectionPool pool = ConnectionPool.open(options, dialect, exceptions);
        Connection migrated = pool.openConnection();
        Connection unused = pool.openConnection()) {
      return List.of(afterRollback(migrated, query), afterRollback(unused, query));
    }
  }

  private static String afterRollback(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
      connection.rollback();
      try (ResultSet rows = statement.executeQuery(query)) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> row(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return List.of(rows.getString(1), rows.getString(2));
    }
  }

  private Connection connect() throws SQLException {
    StoreOptions options = options();
    String url = Dialect.of(options).connectionUrl(options);
    return DriverManager.getConnection(url, options.user(), options.password());
  }

  @Test
  void a_refused_row_is_told_by_its_rule_and_not_by_its_values() {
    Org org = org();
    store().useTransaction(tx -> tx.orgs().insert(org));
    assertThatThrownBy(
            () ->
                store()
                    .useTransaction(
                        tx -> tx.orgs().insert(new Org(UUID.randomUUID(), org.name(), T0))))
        .isInstanceOf(StoreConflictException.class)
        .hasMessageContaining("orgs_name")
        .hasMessageNotContaining(org.name());
  }

  @Test
  void a_url_that_holds_a_password_is_refused_without_showing_it() {
    for (String url :
        new String[] {
          options().url()
              + (options().url().startsWith("jdbc:h2") ? ";" : "?")
              + "PASSWORD=hunter2",
          "jdbc:postgresql://ann:hunter2@db/goldenrod"
        }) {
      assertThatThrownBy(() -> JdbiStore.open(url, "ann", ""))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("password")
          .hasMessageNotContaining("hunter2");
    }
  }

  @Test
  void a_wrong_password_is_refused_without_showing_it() {
    store().useTransaction(tx -> tx.orgs().insert(org()));
    StoreOptions options = options();
    assertThatThrownBy(() -> JdbiStore.open(options.url(), options.user(), "hunter2"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(options.location())
        .hasMessageContaining("check its URL, user and password")
        .hasMessageNotContaining("hunter2");
    assertThat(StoreOptions.of(options.url(), "ann", "hunter2").toString())
        .doesNotContain("hunter2");
  }

  @Test
  void a_url_of_another_database_is_refused_with_those_that_can_be_used() {
    assertThatThrownBy(() -> JdbiStore.open("jdbc:mysql://db/goldenrod?x=y", "ann", ""))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("jdbc:mysql://db/goldenrod")
        .hasMessageContaining("jdbc:postgresql:");
  }

  private static Org org() {
    return new Org(UUID.randomUUID(), "org-" + UUID.randomUUID(), T0);
  }
}
