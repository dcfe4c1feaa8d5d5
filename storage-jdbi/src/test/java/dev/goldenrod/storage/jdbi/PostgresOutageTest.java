package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreUnavailableException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class PostgresOutageTest {
  private static final int MANY = 25;
  private static final int REQUESTS = 3;

  private static PostgresServer server;
  private final String url = server.newDatabase();

  @BeforeAll
  static void start() {
    server = PostgresServer.own();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private StoreOptions options() {
    return StoreOptions.of(url, PostgresServer.USER, PostgresServer.PASSWORD);
  }

  private static boolean answers(Store store) {
    try {
      return store.inTransaction(tx -> tx.orgs().findByName("none")).isEmpty();
    } catch (StoreUnavailableException away) {
      return false;
    }
  }

  @Test
  void it_is_unavailable_while_it_is_away_and_that_is_said_once() throws Exception {
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try (Store store = JdbiStore.open(options().withLockTimeout(Duration.ofSeconds(1)))) {
      assertThat(answers(store)).isTrue();
      server.stop();
      for (int request = 0; request < REQUESTS; request++) {
        assertThatThrownBy(() -> store.useTransaction(tx -> tx.orgs().findByName("none")))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining(url);
        assertThatThrownBy(store::heartbeat).isInstanceOf(StoreUnavailableException.class);
      }
      server.startAgain();
      Awaitility.await("it answers again")
          .atMost(Duration.ofMinutes(8))
          .until(() -> answers(store));
    } finally {
      System.setErr(before);
    }

    String log = captured.toString(StandardCharsets.UTF_8);
    assertThat(log).containsOnlyOnce("cannot reach the store").doesNotContain("\tat ");
  }

  @Test
  void one_that_has_lost_its_tables_is_unavailable_until_a_backup_is_there() throws SQLException {
    try (Store store = JdbiStore.open(options())) {
      try (Connection admin =
          DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD)) {
        admin.createStatement().execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      }

      assertThatThrownBy(() -> store.useTransaction(tx -> tx.orgs().findByName("none")))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("lost its tables")
          .hasMessageContaining("backup");
    }
  }

  @Test
  void a_store_that_is_away_when_it_is_opened_may_come_later_and_one_that_refuses_may_not()
      throws Exception {
    JdbiStore.open(options()).close();
    assertThatThrownBy(() -> JdbiStore.open(url, PostgresServer.USER, "wrong"))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class);

    server.stop();
    assertThatThrownBy(() -> JdbiStore.open(options()))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(url)
        .hasMessageContaining("that it runs");

    server.startAgain();
    JdbiStore.open(options()).close();
  }

  @Test
  void as_many_transactions_run_at_once_as_there_may_be_connections() throws Exception {
    CyclicBarrier all = new CyclicBarrier(MANY);
    try (Store store = JdbiStore.open(options().withPoolSize(MANY))) {
      List<CompletableFuture<Void>> transactions =
          IntStream.range(0, MANY)
              .mapToObj(
                  i ->
                      CompletableFuture.runAsync(
                          () -> store.useTransaction(tx -> await(all)),
                          task -> new Thread(task).start()))
              .toList();
      for (CompletableFuture<Void> transaction : transactions) {
        transaction.get(2, TimeUnit.MINUTES);
      }
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
