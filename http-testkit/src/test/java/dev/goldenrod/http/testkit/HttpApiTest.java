package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.http.HttpApi;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpApiTest {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private TestServer server;

  @BeforeAll
  void serve() {
    server = TestServer.of(new InMemoryStore());
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Reply get(String path, String header, String value) {
    return server.http.send(
        server.http.request("GET", path, "", BodyPublishers.noBody()).header(header, value));
  }

  @Test
  void a_sane_request_id_comes_back() {
    assertThat(get("/health", "X-Request-Id", "A.b_c-9").header("X-Request-Id"))
        .isEqualTo("A.b_c-9");
  }

  @Test
  void a_request_id_of_another_kind_is_replaced() {
    assertThat(get("/health", "X-Request-Id", "a b").header("X-Request-Id"))
        .matches("[0-9a-f-]{36}");
    assertThat(get("/health", "X-Request-Id", "a".repeat(129)).header("X-Request-Id"))
        .matches("[0-9a-f-]{36}");
  }

  @Test
  void the_scheme_of_a_token_is_read_without_case() {
    String token = "bEARER  " + TestServer.token("ann");
    assertThat(get("/v1/instances", "Authorization", token).status()).isEqualTo(200);
  }

  @Test
  void another_scheme_is_no_token() {
    String basic = "Basic " + TestServer.token("ann");
    Reply reply = get("/v1/instances", "Authorization", basic);

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
  }

  @Test
  void a_method_that_is_not_allowed_is_told_those_that_are() {
    Reply reply = server.send("nobody", "PUT", "/v1/org/quota", "");

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("Allow").split(", ")).containsExactlyInAnyOrder("GET", "HEAD", "PATCH");
  }

  @Test
  void head_is_get_without_the_body() {
    Reply head = server.send("ann", "HEAD", "/v1/instances", "");

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Type")).isEqualTo("application/json");
    assertThat(head.body()).isEmpty();
    assertThat(server.send("nobody", "HEAD", "/v1/instances", "").status()).isEqualTo(401);
  }

  @Test
  void answers_are_kept_by_no_cache() {
    assertThat(server.send("ann", "GET", "/v1/instances", "").header("Cache-Control"))
        .isEqualTo("no-store");
  }

  @Test
  void a_port_that_is_taken_is_named() {
    HttpApi second = HttpApi.create(server.control, TestServer.options());

    assertThatThrownBy(() -> second.start("127.0.0.1", server.api.port()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + server.api.port());
  }

  @Test
  void a_stop_finishes_what_is_in_flight_and_accepts_no_more() throws Exception {
    String body = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";
    try (TestServer other = TestServer.of(new InMemoryStore());
        RawClient client = RawClient.to(other.api.port());
        RawClient kept = RawClient.to(other.api.port());
        RawClient idle = RawClient.to(other.api.port())) {
      int port = other.api.port();
      assertThat(answerWithoutStore(kept)).contains(" 404 ");
      CountDownLatch storeAnswers = new CountDownLatch(1);
      long before = other.store.transactionCount();
      other.store.waitFor(storeAnswers);
      client.send(
          RawClient.head("POST", "/v1/instances", "ann")
              + "Content-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
      assertThat(answerWithoutStore(idle)).contains(" 404 ");
      Awaitility.await("in flight")
          .atMost(PATIENCE)
          .until(() -> other.store.transactionCount() > before);

      CompletableFuture<Void> stopped =
          CompletableFuture.runAsync(other.api::close, task -> new Thread(task).start());
      waitUntilRefused(port);
      Awaitility.await("no more is accepted")
          .atMost(PATIENCE)
          .until(() -> answerWithoutStore(kept), answer -> !answer.contains(" 404 "));
      assertThat(idle.readLine()).as("hung up on").isEqualTo("null");
      assertThat(stopped).isNotDone();
      // Jetty's own connector closes a connection after a second without bytes during a stop.
      Thread.sleep(1200);
      storeAnswers.countDown();

      assertThat(client.readAll()).contains("HTTP/1.1 201 Created", "\"golden\":\"shop\"");
      stopped.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Returns the status line of a response; empty if the server closed the connection. */
  private static String answerWithoutStore(RawClient client) {
    try {
      client.send("HEAD /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n");
      String first = client.readLine();
      for (String line = first; !line.isEmpty() && !line.equals("null"); ) {
        line = client.readLine();
      }
      return first;
    } catch (IOException hungUp) {
      return "";
    }
  }

  private static void waitUntilRefused(int port) {
    Awaitility.await("port " + port + " accepts no connections")
        .atMost(PATIENCE)
        .until(() -> isRefused(port));
  }

  private static boolean isRefused(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 50);
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (SocketTimeoutException | SocketException justClosed) {
      return false;
    }
  }
}
