package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.http.LimitedHttpApi;
import dev.goldenrod.http.web.ConnectionLimits;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hostile HTTP/2 clients do not block others. */
@Timeout(900)
class Http2StrangersTest {
  private static final List<String> PATHS =
      List.of("/openapi.json", "/health", "/v1/instances", "/v1/nothing");
  private static final int CLIENTS = 8;
  private static final int STREAMS = 60;
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final TestAuthority authority = TestAuthority.create();
  private final ControlPlane control = ControlPlane.builder().store(new InMemoryStore()).build();
  private final List<RawHttp2> strangers = new ArrayList<>();
  @TempDir private Path folder;
  private HttpOptions options;
  private HttpApi server;

  @BeforeEach
  void write() {
    options =
        TestServer.options().withTls(authority.issue("localhost", "127.0.0.1").writeTo(folder));
  }

  private void serve(ConnectionLimits limits) {
    server = LimitedHttpApi.create(control, options, limits).start("127.0.0.1", 0);
  }

  @AfterEach
  void stop() throws IOException {
    for (RawHttp2 stranger : strangers) {
      stranger.close();
    }
    server.close();
    control.close();
  }

  private RawHttp2 stranger(int window) throws IOException {
    RawHttp2 stranger = RawHttp2.to(authority.trusting(), server.port(), window);
    strangers.add(stranger);
    return stranger;
  }

  private void assertAnswered() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(authority.trusting()).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/openapi.json"))
            .timeout(Duration.ofSeconds(20))
            .build();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).hasSizeGreaterThan(100_000);
  }

  @Test
  void who_takes_no_answers_holds_no_threads() throws Exception {
    serve(new ConnectionLimits(1000, 0, LONG, true));
    for (int i = 0; i < CLIENTS; i++) {
      RawHttp2 client = stranger(0);
      for (int k = 0; k < STREAMS; k++) {
        client.get(PATHS.get(k % PATHS.size()));
      }
    }
    for (RawHttp2 client : strangers) {
      assertThat(client.take(RawHttp2.HEADERS, STREAMS)).isEqualTo(STREAMS);
    }
    assertAnswered();
  }

  @Tag("slow")
  @Test
  void an_answer_that_is_taken_byte_by_byte_is_given_up() throws Exception {
    options = options.withIdleTimeout(SHORT);
    serve(new ConnectionLimits(1000, 0, LONG, true));
    RawHttp2 client = stranger(0);
    int stream = client.get("/health");
    int type = RawHttp2.SETTINGS;
    for (int bytes = 0; bytes < 60 && type != RawHttp2.RST_STREAM; bytes++) {
      client.widen(stream, 1);
      type = client.take();
      Thread.sleep(200);
    }
    assertThat(type).isEqualTo(RawHttp2.RST_STREAM);
  }

  @Test
  void answers_that_nobody_takes_make_room_for_others() throws Exception {
    options = options.withBodyBytesInFlight(2 << 20);
    serve(new ConnectionLimits(1000, 0, LONG, true));
    RawHttp2 client = stranger(0);
    for (int i = 0; i < STREAMS; i++) {
      client.get("/openapi.json");
    }
    assertThat(client.take(RawHttp2.RST_STREAM, 1)).isEqualTo(1);
    assertAnswered();
  }

  /**
   * Returns a client that reads nothing. Some of its responses are aborted in favor of a second
   * client. A response counts as stalled after one second.
   */
  private RawHttp2 fullConnection() throws Exception {
    RawHttp2 client = stranger(1 << 20);
    client.widen(0, 1 << 30);
    ask(client);
    Thread.sleep(SHORT.toMillis());
    ask(stranger(0));
    return client;
  }

  private static void ask(RawHttp2 client) throws IOException {
    for (int i = 0; i < STREAMS; i++) {
      client.get("/openapi.json");
    }
  }

  @Tag("slow")
  @Test
  void a_network_that_stands_still_for_a_moment_costs_an_answer_and_no_connection()
      throws Exception {
    options = options.withBodyBytesInFlight(2 << 20);
    serve(new ConnectionLimits(1000, 0, LONG, true).withResetPatience(LONG));
    RawHttp2 client = fullConnection();

    Thread.sleep(SHORT.toMillis());

    assertThat(client.take(RawHttp2.RST_STREAM, 1)).isEqualTo(1);
    client.ping();
    assertThat(client.take(RawHttp2.PING, 1)).isEqualTo(1);
  }

  @Test
  void a_connection_too_full_for_the_news_that_an_answer_is_given_up_is_ended() throws Exception {
    options = options.withBodyBytesInFlight(2 << 20);
    serve(new ConnectionLimits(1000, 0, LONG, true).withResetPatience(Duration.ofMillis(1)));
    RawHttp2 client = fullConnection();

    assertThatThrownBy(
            () -> {
              long began = System.nanoTime();
              while (System.nanoTime() - began < LONG.toNanos()) {
                client.widen(0, 1);
                Thread.sleep(100);
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void more_requests_than_there_may_be_connections_end_those_that_carry_most() throws Exception {
    serve(new ConnectionLimits(20, 0, LONG, true));
    RawHttp2 few = stranger(0);
    few.get("/health");
    RawHttp2 many = stranger(0);
    for (int i = 0; i < STREAMS; i++) {
      many.get("/health");
    }
    many.awaitEnd();
    few.ping();
    assertThat(few.take(RawHttp2.PING, 1)).isEqualTo(1);
    assertAnswered();
  }

  @Test
  void one_address_has_as_many_requests_as_it_may_have_connections() throws Exception {
    serve(new ConnectionLimits(1000, 20, LONG, false));
    RawHttp2 many = stranger(0);
    for (int i = 0; i < STREAMS; i++) {
      many.get("/health");
    }
    many.awaitEnd();
    assertAnswered();
  }

  @Test
  void requests_that_are_taken_back_at_once_end_the_connection() throws Exception {
    serve(new ConnectionLimits(1000, 0, LONG, true));
    RawHttp2 client = stranger(0);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                client.reset(client.get("/openapi.json"));
              }
            })
        .isInstanceOf(IOException.class);
    assertAnswered();
  }

  @Tag("slow")
  @Test
  void pings_whose_replies_are_not_taken_end_the_connection() throws Exception {
    serve(new ConnectionLimits(1000, 0, LONG, true));
    RawHttp2 client = stranger(1 << 20);
    client.widen(0, 1 << 30);
    for (int i = 0; i < STREAMS; i++) {
      client.get("/openapi.json");
    }
    Thread.sleep(SHORT.toMillis());
    assertThatThrownBy(
            () -> {
              // Jetty alone takes 4,000, until its time-out for writing.
              for (int pings = 0; pings < 2000; pings++) {
                client.ping();
                Thread.sleep(15);
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void a_head_that_never_ends_is_given_up() throws Exception {
    serve(new ConnectionLimits(1000, 0, SHORT, true));
    RawHttp2 client = stranger(0);
    client.beginHead();
    client.awaitEnd();
  }

  @Test
  void a_shutdown_waits_no_longer_than_it_may() throws Exception {
    options = options.withStopTimeout(SHORT);
    serve(new ConnectionLimits(1000, 0, LONG, true));
    stranger(0).take();
    RawHttp2 stalled = stranger(0);
    stalled.get("/health");
    assertThat(stalled.take(RawHttp2.HEADERS, 1)).isEqualTo(1);

    long begun = System.nanoTime();
    server.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    stalled.awaitEnd();
  }
}
