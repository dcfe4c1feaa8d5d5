package dev.goldenrod.client;

import static dev.goldenrod.client.ScriptedServer.LOSE;
import static dev.goldenrod.client.ScriptedServer.answer;
import static dev.goldenrod.client.ScriptedServer.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.client.Imports.ImportJob;
import dev.goldenrod.client.ScriptedServer.Act;
import dev.goldenrod.client.ScriptedServer.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class WaitsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String READY = "{\"id\": \"a\", \"phase\": \"Ready\", \"message\": \"\"}";

  private ScriptedServer server;

  @AfterEach
  void stop() throws IOException {
    Thread.interrupted();
    if (server != null) {
      server.close();
    }
  }

  @Test
  void what_a_restart_answers_is_waited_out() throws IOException {
    GoldenrodClient client =
        client(
            LOSE,
            answer(503, "", "{\"error\": \"the server ends\"}"),
            answer(502, "", "<html>Bad Gateway</html>"),
            ok(READY));

    assertThat(client.instances().awaitReady("a", MINUTE).isReady()).isTrue();
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void a_server_that_is_away_is_waited_for() throws IOException {
    int port = free();
    AtomicInteger asked = new AtomicInteger();
    HttpServer[] late = new HttpServer[1];
    ClientOptions options =
        ClientOptions.of(URI.create("http://127.0.0.1:" + port), "t")
            .withIsThere(
                () -> {
                  if (asked.incrementAndGet() == 5) {
                    late[0] = started(port);
                  }
                  return true;
                });
    try {
      Instances instances = new GoldenrodClient(options).instances();

      assertThat(instances.awaitReady("a", MINUTE).isReady()).isTrue();
    } finally {
      late[0].stop(0);
    }
  }

  @Test
  void a_server_that_is_known_to_have_ended_is_not_waited_for() throws IOException {
    server = ScriptedServer.of();
    AtomicInteger asked = new AtomicInteger();
    ClientOptions options =
        ClientOptions.of(server.address(), "t").withIsThere(() -> asked.incrementAndGet() < 2);

    assertThatThrownBy(() -> new GoldenrodClient(options).instances().awaitReady("a", MINUTE))
        .isInstanceOf(NoAnswerException.class);
  }

  @Test
  void a_server_that_must_not_be_asked_for_now_is_waited_for() throws IOException {
    server = ScriptedServer.of(LOSE, ok(READY));
    AtomicInteger asked = new AtomicInteger();
    ClientOptions options =
        ClientOptions.of(server.address(), "t")
            .withIsThere(
                () -> {
                  if (asked.incrementAndGet() == 2) {
                    throw new NoAnswerException("the server restarts");
                  }
                  return true;
                });

    assertThat(new GoldenrodClient(options).instances().awaitReady("a", MINUTE).isReady()).isTrue();
  }

  @Test
  void what_failed_is_not_waited_for() throws IOException {
    GoldenrodClient client =
        client(ok("{\"id\": \"a\", \"phase\": \"Failed\", \"message\": \"no space\"}"));

    WaitException failure =
        catchThrowableOfType(WaitException.class, () -> client.instances().awaitReady("a", MINUTE));

    assertThat(failure).hasMessage("/v1/instances/a is Failed: no space");
    assertThat(failure.isTimeout()).isFalse();
  }

  @Test
  void what_is_not_there_is_not_waited_for() throws IOException {
    GoldenrodClient client = client(answer(404, "", "{\"error\": \"not found\"}"));

    assertThatThrownBy(() -> client.instances().awaitReady("a", MINUTE))
        .isInstanceOf(ApiException.class);
  }

  @Test
  void a_phase_of_a_newer_server_is_waited_through() throws IOException {
    GoldenrodClient client =
        client(
            ok("{\"id\": \"a\", \"phase\": \"Warming\", \"degrees\": {\"celsius\": 7}}"),
            ok(READY));

    assertThat(client.instances().awaitReady("a", MINUTE).isReady()).isTrue();
  }

  @Test
  void the_time_ends_also_when_the_server_is_silent() throws IOException {
    GoldenrodClient client =
        client(ok("{\"id\": \"a\", \"phase\": \"Pending\"}"), LOSE, LOSE, LOSE, LOSE, LOSE, LOSE);

    WaitException failure =
        catchThrowableOfType(
            WaitException.class, () -> client.instances().awaitReady("a", Duration.ofMillis(500)));

    assertThat(failure).hasMessage("/v1/instances/a is Pending and not Ready after 0 s");
    assertThat(failure.isTimeout()).isTrue();
    assertThat(failure.getCause()).isInstanceOf(NoAnswerException.class);
  }

  @Test
  void no_answer_is_held_for_longer_than_a_server_does_nor_than_the_wait() throws IOException {
    GoldenrodClient client = client(ok(READY), ok(READY), ok(READY));

    client.instances().awaitReady("a", Duration.ofHours(1));
    client.instances().awaitReady("a", Duration.ofMillis(7900));
    new GoldenrodClient(client.connection().options().withPatience(Duration.ofSeconds(8)))
        .instances()
        .awaitReady("a", MINUTE);

    assertThat(server.requests().stream().map(Request::line))
        .containsExactly(
            "GET /v1/instances/a?wait=45s HTTP/1.1",
            "GET /v1/instances/a?wait=7s HTTP/1.1",
            "GET /v1/instances/a?wait=4s HTTP/1.1");
  }

  @Test
  void an_interrupt_ends_the_wait() throws IOException {
    GoldenrodClient client = client(ok(READY));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> client.instances().awaitReady("a", MINUTE))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void a_deletion_is_awaited_over_a_restart() throws IOException {
    GoldenrodClient client =
        client(
            ok("{\"id\": \"a\", \"phase\": \"Terminating\"}"),
            LOSE,
            answer(404, "", "{\"error\": \"not found\"}"));

    client.instances().awaitDestroyed("a", MINUTE);

    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void a_long_list_is_read_page_by_page() throws IOException {
    GoldenrodClient client = client(ok(page(0, 200, "\"to go on\"")), ok(page(200, 203, "null")));

    assertThat(client.imports().stream().map(ImportJob::id))
        .containsExactlyElementsOf(IntStream.range(0, 203).mapToObj(id -> "id-" + id).toList());
    assertThat(server.requests().stream().map(Request::line))
        .containsExactly(
            "GET /v1/imports?limit=200 HTTP/1.1",
            "GET /v1/imports?limit=200&cursor=to%20go%20on HTTP/1.1");
  }

  @Test
  void a_page_that_is_not_reached_is_not_read() throws IOException {
    GoldenrodClient client = client(ok(page(0, 200, "\"to go on\"")));

    assertThat(client.imports().stream().limit(3)).hasSize(3);
    assertThat(server.requests()).hasSize(1);
  }

  private static String page(int from, int to, String cursor) {
    return IntStream.range(from, to)
        .mapToObj("{\"id\": \"id-%d\"}"::formatted)
        .collect(
            Collectors.joining(
                ",", "{\"imports\": [", "], \"next_cursor\": %s}".formatted(cursor)));
  }

  private GoldenrodClient client(Act... acts) throws IOException {
    server = ScriptedServer.of(acts);
    return GoldenrodClient.of(server.address(), "t");
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static HttpServer started(int port) {
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
      byte[] body = READY.getBytes(StandardCharsets.UTF_8);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
