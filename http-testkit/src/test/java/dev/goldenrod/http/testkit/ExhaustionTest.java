package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Neither unauthenticated clients nor members with excessive requests block other members. */
@Timeout(900)
class ExhaustionTest {
  private static final String LAUNCH = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";
  private static final int MIB = 1 << 20;

  private TestServer server;

  @BeforeEach
  void serve() {
    server =
        TestServer.withSlowLogins(
            new InMemoryStore(), TestServer.options().withBodyBytesInFlight(2 * MIB));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Tag("slow")
  @Test
  void logins_at_once_leave_the_others_their_threads() {
    List<CompletableFuture<Reply>> logins =
        IntStream.range(0, 230).mapToObj(i -> login("p" + i + "@example.com")).toList();

    assertThat(server.send("nobody", "GET", "/health", "").status()).isEqualTo(200);
    assertThat(server.send("ann", "POST", "/v1/instances", LAUNCH).status()).isEqualTo(201);
    assertThat(logins).anyMatch(login -> !login.isDone());

    List<Reply> answers = logins.stream().map(CompletableFuture::join).toList();
    assertThat(answers).extracting(Reply::status).containsOnly(401, 429);
    assertThat(answers)
        .filteredOn(reply -> reply.status() == 429)
        .isNotEmpty()
        .allSatisfy(
            reply -> {
              assertThat(reply.body()).isEqualTo("{\"error\":\"too many attempts\"}");
              assertThat(Integer.parseInt(reply.header("Retry-After"))).isBetween(1, 60);
            });
  }

  private CompletableFuture<Reply> login(String email) {
    String body = "{\"email\":\"" + email + "\",\"password\":\"wrong\"}";
    return server.http.sendLater(
        server.http.request("POST", "/v1/auth/login", "", TestHttpClient.publisher(body)));
  }

  @ParameterizedTest
  @CsvSource({
    "nobody, POST, /v1/instances, 401",
    "stranger, POST, /v1/instances, 401",
    "ann, POST, /v1/imports, 403",
    "nobody, POST, /v1/nothing, 404",
    "nobody, PUT, /v1/org/quota, 405"
  })
  void who_has_no_business_on_a_route_is_told_so_before_the_body(
      String who, String method, String path, int status) throws Exception {
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send(RawClient.head(method, path, who) + "Content-Length: 1000000\r\n\r\n{");
      assertThat(client.readLine()).contains(" " + status + " ");
    }
  }

  @Test
  void a_body_without_a_token_is_short() {
    String body = "{\"email\":\"a\",\"password\":\"\"}";
    String longest = body + " ".repeat((8 << 10) - body.length());

    Reply tooLong = server.send("nobody", "POST", "/v1/auth/login", longest + " ");
    assertThat(tooLong.status()).isEqualTo(413);
    assertThat(tooLong.body()).isEqualTo("{\"error\":\"request body too large\"}");
    assertThat(server.send("nobody", "POST", "/v1/auth/login", longest).status()).isEqualTo(401);
  }

  @Tag("slow")
  @Test
  void a_body_that_finds_no_room_is_refused_for_now_and_small_ones_pass() throws Exception {
    try (RawClient slow = RawClient.to(server.api.port())) {
      slow.send(
          RawClient.head("POST", "/v1/instances", "ann")
              + "Expect: 100-continue\r\nContent-Length: "
              + MIB
              + "\r\n\r\n");
      assertThat(slow.readLine()).isEqualTo("HTTP/1.1 100 Continue");

      Reply refused = server.send("bob", "POST", "/v1/instances", padded());
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).isEqualTo("{\"error\":\"server is busy\"}");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(server.send("bob", "POST", "/v1/instances", LAUNCH).status()).isEqualTo(201);

      CompletableFuture<Reply> waiting =
          server.http.sendLater(
              server.http.request(
                  "POST",
                  "/v1/instances",
                  TestServer.token("bob"),
                  TestHttpClient.publisher(padded())));
      slow.send(padded());
      assertThat(slow.readLine()).isEmpty();
      assertThat(slow.readLine()).isEqualTo("HTTP/1.1 201 Created");
      assertThat(waiting.get(2, TimeUnit.MINUTES).status()).isEqualTo(201);
    }
  }

  private static String padded() {
    return LAUNCH + " ".repeat(MIB - LAUNCH.length());
  }

  @Test
  void launches_at_one_instant_are_all_answered() throws Exception {
    int clients = 120;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    CyclicBarrier instant = new CyclicBarrier(clients);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      answers.add(
          threads.submit(
              () -> {
                instant.await(2, TimeUnit.MINUTES);
                return launch();
              }));
    }
    for (Future<String> answer : answers) {
      assertThat(answer.get(2, TimeUnit.MINUTES)).isEqualTo("HTTP/1.1 201 Created");
    }
    threads.shutdown();
  }

  private String launch() throws Exception {
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send(
          RawClient.head("POST", "/v1/instances", "ann")
              + "Content-Length: "
              + LAUNCH.length()
              + "\r\n\r\n"
              + LAUNCH);
      return client.readLine();
    }
  }

  @Test
  void a_body_of_very_many_values_is_malformed() {
    String body = "{\"golden\":\"shop\",\"ttl\":\"8h\",\"x\":[" + "0,".repeat(200_000) + "0]}";
    assertThat(server.send("ann", "POST", "/v1/instances", body).status()).isEqualTo(400);
  }
}
