package dev.goldenrod.client;

import static dev.goldenrod.client.ScriptedServer.LOSE;
import static dev.goldenrod.client.ScriptedServer.answer;
import static dev.goldenrod.client.ScriptedServer.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.client.ScriptedServer.Act;
import dev.goldenrod.client.ScriptedServer.Request;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(900)
class RetriesTest {
  private static final Act BUSY =
      answer(503, "Retry-After: 1\r\n", "{\"error\": \"the store is away\"}");
  private static final Act IN_PROGRESS = answer(409, "", "{\"error\": \"request in progress\"}");
  private static final Act OUTCOME_UNKNOWN = answer(503, "", "{\"error\": \"outcome unknown\"}");
  private static final Act HURRIED =
      answer(429, "Retry-After: 1\r\n", "{\"error\": \"too many requests\"}");

  private ScriptedServer server;

  @AfterEach
  void stop() throws IOException {
    Thread.interrupted();
    if (server != null) {
      server.close();
    }
  }

  @Test
  void what_the_server_asks_to_be_tried_again_is() throws IOException {
    ApiConnection api = connection(BUSY, HURRIED, ok("{\"id\": \"a\"}"));

    assertThat(api.post("/v1/instances", Map.of()).path("id").asText()).isEqualTo("a");
    assertThat(server.requests().stream().map(RetriesTest::key).distinct()).hasSize(1);
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void a_refusal_that_asks_for_more_time_than_there_is_is_told_at_once() throws IOException {
    ApiConnection api =
        connection(answer(503, "Retry-After: 60\r\n", "{\"error\": \"the store is away\"}"));

    ApiException refusal = catchThrowableOfType(ApiException.class, () -> api.get("/v1/instances"));

    assertThat(refusal.status()).isEqualTo(503);
    assertThat(refusal.error()).isEqualTo("the store is away");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void a_server_that_stays_busy_is_not_asked_beyond_the_budget() throws IOException {
    server = ScriptedServer.of(BUSY, BUSY, BUSY, BUSY);
    ApiConnection api =
        new ApiConnection(
            ClientOptions.of(server.address(), "t").withRetries(Duration.ofMillis(1500)));

    assertThatThrownBy(() -> api.get("/v1/instances")).isInstanceOf(ApiException.class);
    assertThat(server.requests()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Retry-After: soon\r\n", "Retry-After: -1\r\n"})
  void a_refusal_that_asks_for_nothing_is_told(String header) throws IOException {
    ApiConnection api = connection(answer(503, header, "{\"error\": \"away\"}"));

    assertThatThrownBy(() -> api.get("/v1/instances")).isInstanceOf(ApiException.class);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void a_launch_whose_connection_is_lost_is_repeated_with_its_key() throws IOException {
    ApiConnection api = connection(LOSE, LOSE, ok("{\"id\": \"a\"}"));

    assertThat(api.post("/v1/instances", Map.of("golden", "shop")).path("id").asText())
        .isEqualTo("a");

    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests().stream().map(RetriesTest::key).distinct()).hasSize(1);
    assertThat(server.requests().stream().map(Request::body).distinct())
        .containsExactly("{\"golden\":\"shop\"}");
    assertThat(key(server.requests().get(0))).matches("[0-9a-f-]{36}");
  }

  @Test
  void a_lost_change_and_then_a_busy_server_are_no_refusal() throws IOException {
    Act busyForLong = answer(503, "Retry-After: 60\r\n", "{\"error\": \"the store is away\"}");
    ApiConnection api = connection(LOSE, busyForLong, LOSE, busyForLong);

    assertThatThrownBy(() -> api.post("/v1/instances", Map.of("golden", "shop")))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContainingAll("status 503", "may have been carried out");
    assertThatThrownBy(() -> api.get("/v1/instances")).isInstanceOf(ApiException.class);
  }

  @Test
  void a_lost_change_that_is_still_under_way_at_the_end_is_no_conflict() throws IOException {
    server = ScriptedServer.of(LOSE, IN_PROGRESS, IN_PROGRESS, IN_PROGRESS);
    ApiConnection api =
        new ApiConnection(
            ClientOptions.of(server.address(), "t").withRetries(Duration.ofMillis(600)));

    assertThatThrownBy(() -> api.post("/v1/instances", Map.of("golden", "shop")))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContainingAll("status 409", "may have been carried out");
  }

  @Test
  void the_time_for_retries_begins_with_the_first_failure() throws IOException {
    server = ScriptedServer.of(answer -> Thread.sleep(400), ok("{\"id\": \"a\"}"));
    ApiConnection api =
        new ApiConnection(
            ClientOptions.of(server.address(), "t").withRetries(Duration.ofMillis(300)));

    assertThat(api.post("/v1/instances", Map.of()).path("id").asText()).isEqualTo("a");

    assertThat(server.requests().stream().map(RetriesTest::key).distinct()).hasSize(1);
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void a_timeout_is_not_followed_by_another_one_beyond_the_time_for_retries() throws IOException {
    server = ScriptedServer.of(answer -> Thread.sleep(50_000), ok("{}"));
    ApiConnection api =
        new ApiConnection(
            ClientOptions.of(server.address(), "t")
                .withPatience(Duration.ofMillis(200))
                .withRetries(Duration.ofMillis(300)));

    assertThatThrownBy(() -> api.get("/v1/instances"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageEndingWith("request timed out");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void a_launch_that_times_out_is_repeated_with_its_key() throws IOException {
    server = ScriptedServer.of(answer -> Thread.sleep(500), ok("{\"id\": \"a\"}"));

    assertThat(impatient().post("/v1/instances", Map.of()).path("id").asText()).isEqualTo("a");
    assertThat(server.requests().stream().map(RetriesTest::key).distinct()).hasSize(1);
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void a_repetition_after_a_timeout_ends_with_the_time_for_retries() throws IOException {
    server =
        ScriptedServer.of(
            answer -> Thread.sleep(500),
            answer -> {
              Thread.sleep(350);
              ok("{\"id\": \"too late\"}").run(answer);
            });

    assertThatThrownBy(() -> impatient().post("/v1/instances", Map.of()))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageEndingWith(
            "request timed out; it may have been carried out, so check before you repeat it");
  }

  /** Returns a connection whose time for retries is less than a request's timeout. */
  private ApiConnection impatient() {
    return new ApiConnection(
        ClientOptions.of(server.address(), "t")
            .withPatience(Duration.ofMillis(450))
            .withRetries(Duration.ofMillis(400)));
  }

  @Test
  @Timeout(30)
  void a_connection_for_some_time_ends_also_when_the_server_is_silent() throws IOException {
    ApiConnection api = connection(answer -> Thread.sleep(60_000)).within(Duration.ofMillis(300));

    assertThatThrownBy(() -> api.post("/v1/instances", Map.of()))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("request timed out; it may have been carried out");
  }

  @Test
  void a_connection_for_some_time_repeats_nothing_beyond_it() throws IOException {
    ApiConnection api = connection(BUSY, BUSY, BUSY).within(Duration.ofMillis(1500));

    assertThatThrownBy(() -> api.get("/v1/instances")).isInstanceOf(ApiException.class);
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void two_launches_have_two_keys() throws IOException {
    ApiConnection api = connection(ok("{}"), ok("{}"));

    api.post("/v1/instances", Map.of());
    api.post("/v1/instances", Map.of());

    assertThat(server.requests().stream().map(RetriesTest::key).distinct()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/auth/login",
        "/v1/auth/tokens",
        "/v1/invites",
        "/v1/invites/accept",
        "/v1/clusters",
        "/v1/clusters/c/token",
        "/v1/instances/i/credentials/reset",
        "/v1/databases/d/credentials/reset"
      })
  void what_hands_out_a_secret_once_has_no_key_and_is_not_repeated(String path) throws IOException {
    ApiConnection api = connection(LOSE, ok("{}"));

    assertThatThrownBy(() -> api.post(path, Map.of()))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageEndingWith("; it may have been carried out, so check before you repeat it");

    assertThat(server.requests()).hasSize(1);
    assertThat(key(server.requests().get(0))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/clusters", "/v1/invites", "/v1/auth/tokens", "/v1/clusters/c/token"})
  void what_hands_out_a_secret_once_is_not_repeated_when_the_store_is_away(String path)
      throws IOException {
    ApiConnection api = connection(BUSY, ok("{}"));

    assertThatThrownBy(() -> api.post(path, Map.of())).isInstanceOf(ApiException.class);

    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void a_launch_of_unknown_outcome_is_repeated_with_its_key() throws IOException {
    ApiConnection api = connection(OUTCOME_UNKNOWN, OUTCOME_UNKNOWN, ok("{\"id\": \"a\"}"));

    assertThat(api.post("/v1/instances", Map.of()).path("id").asText()).isEqualTo("a");

    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests().stream().map(RetriesTest::key).distinct()).hasSize(1);
  }

  @Test
  void a_change_without_a_key_is_not_repeated_when_its_outcome_is_unknown() throws IOException {
    ApiConnection api = connection(OUTCOME_UNKNOWN, ok("{}"));

    ApiException refusal =
        catchThrowableOfType(ApiException.class, () -> api.post("/v1/clusters", Map.of()));

    assertThat(refusal.error()).isEqualTo("outcome unknown");
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/pools/p", "/v1/org/quota", "/v1/users/u", "/v1/auth/me"})
  void a_change_that_takes_no_key_is_not_repeated(String path) throws IOException {
    ApiConnection api = connection(LOSE, ok("{}"));

    assertThatThrownBy(() -> api.patch(path, Map.of())).isInstanceOf(NoAnswerException.class);

    assertThat(server.requests()).hasSize(1);
    assertThat(key(server.requests().get(0))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/instances/i/reset", "/v1/databases/d/restart"})
  void what_looks_like_a_secret_and_is_none_has_a_key(String path) throws IOException {
    connection(ok("{}")).post(path);

    assertThat(key(server.requests().get(0))).isNotNull();
  }

  @Test
  void a_deletion_whose_connection_is_lost_is_repeated_with_its_key() throws IOException {
    connection(LOSE, answer(202, "", "")).delete("/v1/databases/a");

    assertThat(server.requests()).hasSize(2);
    assertThat(key(server.requests().get(0))).isNotNull();
    assertThat(server.requests().stream().map(RetriesTest::key).distinct()).hasSize(1);
  }

  @Test
  void a_cut_answer_is_read_once_more() throws IOException {
    ApiConnection api =
        connection(
            ScriptedServer.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\""),
            ok("{\"id\": \"a\"}"));

    assertThat(api.get("/v1/instances/a").path("id").asText()).isEqualTo("a");
  }

  @Test
  void a_server_that_refuses_connections_is_told_of_at_once() throws IOException {
    URI nobody;
    try (ServerSocket free = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + free.getLocalPort());
    }
    AtomicInteger asked = new AtomicInteger();
    ApiConnection api =
        new ApiConnection(
            ClientOptions.of(nobody, "t").withIsThere(() -> asked.incrementAndGet() > 0));

    assertThatThrownBy(() -> api.get("/v1/instances"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessage("GET %s/v1/instances got no answer: nothing is listening there", nobody);
    assertThat(asked).hasValue(1);
  }

  @Test
  void a_host_that_nobody_knows_is_told_of_as_such() {
    ApiConnection api =
        new ApiConnection(ClientOptions.of(URI.create("http://nobody.invalid"), "t"));

    assertThatThrownBy(() -> api.get("/v1/instances")).hasMessageEndingWith("unknown host");
  }

  @Test
  void the_answer_to_a_lost_change_is_waited_for_while_the_server_works_on_it() throws IOException {
    ApiConnection api = connection(LOSE, IN_PROGRESS, IN_PROGRESS, ok("{\"id\": \"a\"}"));

    assertThat(api.post("/v1/instances", Map.of()).path("id").asText()).isEqualTo("a");
  }

  @Test
  void a_key_that_somebody_else_uses_is_a_conflict() throws IOException {
    ApiConnection api = connection(IN_PROGRESS, ok("{\"id\": \"a\"}"));

    assertThatThrownBy(() -> api.post("/v1/instances", Map.of()))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.error()).isEqualTo("request in progress"));
  }

  @Test
  void a_server_that_has_ended_is_not_asked() throws IOException {
    AtomicBoolean isThere = new AtomicBoolean(false);
    server = ScriptedServer.of(ok("{}"));
    ApiConnection api =
        new ApiConnection(ClientOptions.of(server.address(), "t").withIsThere(isThere::get));

    assertThatThrownBy(() -> api.get("/v1/instances"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("the server has stopped");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void a_server_that_ends_meanwhile_is_not_asked_again() throws IOException {
    AtomicBoolean isThere = new AtomicBoolean(true);
    server =
        ScriptedServer.of(
            answer -> isThere.set(false), ok("{\"id\": \"of a stranger at its address\"}"));
    ApiConnection api =
        new ApiConnection(ClientOptions.of(server.address(), "t").withIsThere(isThere::get));

    assertThatThrownBy(() -> api.post("/v1/instances", Map.of()))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("the server has stopped; it may have been carried out");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void an_interrupt_ends_the_wait_for_what_is_read() throws Exception {
    Thread reader = Thread.currentThread();
    server =
        ScriptedServer.of(
            answer -> {
              reader.interrupt();
              Thread.sleep(Duration.ofSeconds(50).toMillis());
            });

    assertThatThrownBy(() -> connectionTo(server).get("/v1/instances/a?wait=50s"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageEndingWith("was interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void an_interrupt_does_not_end_a_change_nor_its_repetition() throws IOException {
    ApiConnection api = connection(LOSE, ok("{\"id\": \"a\"}"));

    Thread.currentThread().interrupt();
    assertThat(api.post("/v1/instances", Map.of()).path("id").asText()).isEqualTo("a");

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void an_interrupt_ends_the_wait_for_a_busy_server_which_did_nothing() throws IOException {
    ApiConnection api = connection(BUSY, ok("{\"id\": \"a\"}"));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> api.post("/v1/instances", Map.of())).isInstanceOf(ApiException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(server.requests()).hasSize(1);
  }

  private ApiConnection connection(Act... acts) throws IOException {
    server = ScriptedServer.of(acts);
    return connectionTo(server);
  }

  private static ApiConnection connectionTo(ScriptedServer server) {
    return new ApiConnection(ClientOptions.of(server.address(), "t"));
  }

  private static String key(Request request) {
    return request.header("Idempotency-Key");
  }
}
