package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An unreachable store leads to a retryable error and not to a client error. */
@Isolated
class StoreAwayTest {
  private static final String LAUNCH = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";
  private static final String SOURCE =
      "{\"kind\":\"rds\",\"scoped_creds_ref\":\"shop\",\"config\":{\"host\":\"db\"}}";

  private TestServer server;

  @BeforeEach
  void serve() {
    server = TestServer.of(new InMemoryStore());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static void requireUnavailable(Reply reply) {
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).isEqualTo("{\"error\":\"store unavailable\"}");
    assertThat(reply.header("Retry-After")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/instances",
    "GET, /v1/org/quota",
    "POST, /v1/instances",
    "POST, /v1/sources",
    "PATCH, /v1/org/quota",
    "DELETE, /v1/databases/shop"
  })
  void a_request_is_to_be_sent_again(String method, String path) {
    server.store.reachable(false);

    requireUnavailable(
        server.send(
            "admin", method, path, method.startsWith("P") ? LAUNCH + " ".repeat(5000) : ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "POST; /v1/clusters; {\"name\":\"far\"}",
        "POST; /v1/auth/tokens; {\"name\":\"ci\"}",
        "POST; /v1/invites; {\"email\":\"new@example.org\",\"role\":\"member\"}"
      })
  void a_change_of_unknown_outcome_is_not_to_be_sent_again(
      String method, String path, String body) {
    server.store.losingOutcomes(true);

    Reply reply = server.send("admin", method, path, body);

    server.store.losingOutcomes(false);
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).isEqualTo("{\"error\":\"outcome unknown\"}");
    assertThat(reply.header("Retry-After")).isEmpty();
  }

  @Test
  void a_change_that_was_made_before_the_store_went_away_is_not_to_be_sent_again() {
    server.store.unreachableAfterChange();

    Reply reply =
        server.send(
            "admin",
            "POST",
            "/v1/databases",
            "{\"name\":\"made\",\"type\":\"postgresql\",\"version\":\"15\"}");

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).isEqualTo("{\"error\":\"outcome unknown\"}");
    assertThat(reply.header("Retry-After")).isEmpty();
  }

  /** The first look-up in the store decides how much of a body is read. */
  @ParameterizedTest
  @ValueSource(strings = {"/v1/instances", "/v1/sources"})
  void a_body_is_not_too_large_because_the_store_was_away_for_a_moment(String path) {
    String body = path.endsWith("sources") ? SOURCE : LAUNCH;
    // The loop may be the one that finds the store away.
    Reply away =
        Awaitility.await()
            .until(
                () -> {
                  server.store.unreachableFor(1);
                  return server.send("admin", "POST", path, body);
                },
                reply -> reply.status() != 201);

    requireUnavailable(away);
    assertThat(server.send("admin", "POST", path, body).status()).isNotEqualTo(413);
  }

  @Test
  void a_request_is_no_incident_in_the_log() {
    PrintStream before = System.err;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try (TestServer other = TestServer.of(new InMemoryStore())) {
      other.store.reachable(false);
      requireUnavailable(other.send("ann", "GET", "/v1/instances", ""));
      requireUnavailable(other.send("ann", "POST", "/v1/instances", LAUNCH));
      other.store.reachable(true);
    } finally {
      System.setErr(before);
    }

    assertThat(captured.toString(StandardCharsets.UTF_8))
        .contains("POST /v1/instances 503")
        .doesNotContain("Incident", "\tat ");
  }

  @Test
  void a_server_that_is_about_to_stop_says_so_and_answers_on() {
    server.api.drain();

    Reply ready = server.send("nobody", "GET", "/readyz", "");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.body()).isEqualTo("{\"error\":\"server is stopping\"}");
    assertThat(server.send("nobody", "GET", "/livez", "").status()).isEqualTo(200);
    assertThat(server.send("ann", "GET", "/v1/instances", "").status()).isEqualTo(200);
  }
}
