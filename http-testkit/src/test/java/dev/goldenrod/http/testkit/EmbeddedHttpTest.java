package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.testing.InMemoryStore;
import io.javalin.Javalin;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In a foreign server, the API behaves as in the standalone server. */
@Timeout(900)
class EmbeddedHttpTest {
  private static final String LAUNCH = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";

  private TestServer server;
  private HttpApi api;
  private EmbeddingServer host;
  private EmbeddingServer.Running running;
  private TestHttpClient http;

  @BeforeEach
  void open() {
    server = TestServer.of(new InMemoryStore());
    api = HttpApi.create(server.control, TestServer.options());
  }

  private void serve(EmbeddingServer in) {
    host = in;
    running = in.serve(api);
    http = TestHttpClient.to(running.port());
  }

  @AfterEach
  void stop() {
    api.close();
    if (running != null) {
      running.close();
    }
    server.close();
  }

  private Reply send(String who, String method, String path, String body) {
    return http.send(method, host.base + path, TestServer.token(who), body);
  }

  private CompletableFuture<Reply> sendLater(String who, String method, String path) {
    return http.sendLater(
        http.request(method, host.base + path, TestServer.token(who), BodyPublishers.noBody()));
  }

  private InstancePhase phase(UUID id) {
    return server.control.instances().find(server.ann, id).phase();
  }

  @ParameterizedTest
  @EnumSource
  void a_clone_is_launched_waited_for_and_deleted(EmbeddingServer in) throws Exception {
    serve(in);
    server.fixtures.of("golden");
    Reply launched = send("ann", "POST", "/v1/instances", LAUNCH);
    assertThat(launched.status()).as(launched.body()).isEqualTo(201);
    UUID id = UUID.fromString(launched.json().get("id").textValue());
    String path = "/v1/instances/" + id;

    CompletableFuture<Reply> ready = sendLater("ann", "GET", path + "?wait=60s");
    server.workUntil(() -> phase(id) == InstancePhase.READY);

    assertThat(ready.get(2, TimeUnit.MINUTES).json().get("phase").textValue()).isEqualTo("Ready");
    assertThat(send("ann", "GET", path + "/credentials", "").json().get("password").textValue())
        .isNotEmpty();
    assertThat(send("ann", "DELETE", path, "").status()).isEqualTo(202);
    server.workUntil(() -> server.control.instances().list(server.ann).isEmpty());
    assertThat(send("ann", "GET", path, "").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_refused_is_refused_in_the_same_words(EmbeddingServer in) {
    serve(in);
    Reply unknown = send("ann", "GET", "/v1/nothing/at/all", "");
    Reply method = send("ann", "PUT", "/v1/org/quota", "{}");
    Reply malformed = send("ann", "GET", "/v1/instances/x", "");

    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body()).isEqualTo("{\"error\":\"not found\"}");
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.header("Allow").split(", "))
        .containsExactlyInAnyOrder("GET", "HEAD", "PATCH");
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.json().at("/details/0/field").textValue()).isEqualTo("id");
    assertThat(send("stranger", "GET", "/v1/instances", "").header("WWW-Authenticate"))
        .isEqualTo("Bearer");
    assertThat(send("ann", "HEAD", "/v1/instances", "").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void bodies_have_the_same_limits(EmbeddingServer in) {
    serve(in);
    String padded = LAUNCH + " ".repeat((1 << 20) - LAUNCH.length());
    server.fixtures.of("golden");

    assertThat(send("ann", "POST", "/v1/instances", padded).status()).isEqualTo(201);
    Reply large = send("ann", "POST", "/v1/instances", padded + " ");
    assertThat(large.status()).isEqualTo(413);
    assertThat(large.body()).isEqualTo("{\"error\":\"request body too large\"}");
    assertThat(chunked("ann", "/v1/instances", padded).status()).isEqualTo(201);
    assertThat(chunked("ann", "/v1/instances", padded + " ").status()).isEqualTo(413);
    String far = " ".repeat(8 << 20);
    assertThat(send("ann", "POST", "/v1/instances", far).status()).isEqualTo(413);
    assertThat(chunked("ann", "/v1/instances", far).status()).isEqualTo(413);
    String login = "{\"email\":\"a\",\"password\":\"" + "p".repeat(8 << 10) + "\"}";
    assertThat(send("nobody", "POST", "/v1/auth/login", login).status()).isEqualTo(413);
    assertThat(send("stranger", "POST", "/v1/instances", LAUNCH).status()).isEqualTo(401);
    assertThat(send("ann", "POST", "/v1/instances", "").status()).isEqualTo(400);
  }

  private Reply chunked(String who, String path, String body) {
    return http.send(
        http.request(
            "POST",
            host.base + path,
            TestServer.token(who),
            BodyPublishers.fromPublisher(BodyPublishers.ofString(body))));
  }

  @ParameterizedTest
  @EnumSource
  void a_body_that_breaks_off_is_told_so(EmbeddingServer in) throws Exception {
    serve(in);
    try (RawClient client = RawClient.to(running.port())) {
      client.send(
          RawClient.head("POST", host.base + "/v1/instances", "ann")
              + "Transfer-Encoding: chunked\r\n\r\nzz\r\n");
      assertThat(client.readLine()).contains("HTTP/1.1 400");
    }
  }

  @ParameterizedTest
  @EnumSource
  void answers_have_the_same_headers(EmbeddingServer in) {
    serve(in);
    Reply reply =
        http.send(
            http.request("GET", host.base + "/health", "", BodyPublishers.noBody())
                .header("X-Request-Id", "A.b_c-9"));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("X-Request-Id")).isEqualTo("A.b_c-9");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    assertThat(send("nobody", "GET", "/v1/nothing", "").header("X-Request-Id"))
        .matches("[0-9a-f-]{36}");
  }

  @ParameterizedTest
  @EnumSource
  void the_description_names_the_base_path(EmbeddingServer in) {
    serve(in);
    String base = host.base.isEmpty() ? "/" : host.base;

    assertThat(send("nobody", "GET", "/openapi.json", "").json().at("/servers/0/url").textValue())
        .isEqualTo(base);
    assertThat(
            send("nobody", "GET", "/openapi.json", "")
                .json()
                .at("/paths/~1v1~1databases/servers")
                .findValuesAsText("url"))
        .containsExactly(base, host.base + "/api");
  }

  @ParameterizedTest
  @EnumSource(names = {"JAVALIN", "JAVALIN_AT_THE_ROOT"})
  void the_rest_of_the_application_is_left_alone(EmbeddingServer in) {
    serve(in);
    assertThat(http.send("GET", "/hello", "", "").body()).isEqualTo("world");
    assertThat(http.send("GET", "/nothing", "", "").body()).doesNotContain("\"error\"");
    assertThat(http.send("GET", "/hello", "", "").header("X-Request-Id")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whoever_waits_is_answered_when_the_surface_is_closed(EmbeddingServer in) throws Exception {
    serve(in);
    server.dataPlane.holdDatabases();
    UUID id = server.fixtures.launch(server.ann, "shop");
    long before = server.store.transactionCount();
    CompletableFuture<Reply> later = sendLater("ann", "GET", "/v1/instances/" + id + "?wait=60s");
    Awaitility.await("the request waits").until(() -> server.store.transactionCount() > before);

    api.close();

    Reply reply = later.get(2, TimeUnit.MINUTES);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.json().get("phase").textValue()).isEqualTo("Pending");
    assertThat(send("ann", "GET", "/v1/instances", "").body())
        .isEqualTo("{\"error\":\"server is stopping\"}");
  }

  @Test
  void a_base_path_that_is_none_is_refused() {
    assertThatThrownBy(() -> Javalin.create(config -> api.addTo(config, "db/")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'db/'");
  }

  @Test
  void a_server_of_its_own_takes_one_line_and_closes_itself() {
    int port;
    try (HttpApi own = HttpApi.create(server.control).start("127.0.0.1", 0)) {
      port = own.port();
      Reply reply = TestHttpClient.to(port).send("GET", "/v1/clientconfig", "", "");
      assertThat(reply.json().get("agent_image").textValue()).matches("goldenrod/agent:v[0-9.]+");
      assertThat(TestHttpClient.to(port).send("GET", "/health", "", "").json().get("version"))
          .hasToString("\"" + HttpOptions.defaults().version() + "\"");
    }
    assertThatThrownBy(() -> TestHttpClient.to(port).send("GET", "/health", "", ""))
        .isInstanceOf(AssertionError.class);
  }
}
