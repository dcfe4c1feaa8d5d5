package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class SlowClientTest {
  private static final String MALFORMED =
      "{\"error\":\"invalid input\","
          + "\"details\":[{\"field\":\"\",\"problem\":\"the request or its path is malformed\"}]}";
  private static final int MORE_THAN_THERE_ARE_THREADS = 300;

  private TestServer server;

  @BeforeEach
  void serve() {
    server = TestServer.of(new InMemoryStore());
  }

  private void serveImpatiently() {
    server.close();
    HttpOptions options = TestServer.options().withIdleTimeout(Duration.ofSeconds(2));
    server = TestServer.of(new InMemoryStore(), options);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RawClient halfSent() throws IOException {
    RawClient client = RawClient.to(server.api.port());
    client.send(RawClient.head("POST", "/v1/instances", "ann") + "Content-Length: 100\r\n\r\n{");
    return client;
  }

  @Test
  void a_body_that_stops_coming_is_a_timeout() throws Exception {
    serveImpatiently();
    try (RawClient client = halfSent()) {
      assertThat(client.readAll())
          .contains("HTTP/1.1 408", "{\"error\":\"request timeout\"}", "X-Request-Id: ");
    }
  }

  @Test
  void a_head_that_stops_coming_is_hung_up_on() throws Exception {
    serveImpatiently();
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send("GET /health HT");
      assertThat(client.readAll()).doesNotContain("200");
    }
  }

  @Test
  void slow_bodies_hold_no_threads() throws Exception {
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < MORE_THAN_THERE_ARE_THREADS; i++) {
      clients.add(halfSent());
    }
    assertThat(server.send("nobody", "GET", "/health", "").status()).isEqualTo(200);
    for (RawClient client : clients) {
      client.close();
    }
  }

  @Test
  void what_is_no_http_is_refused_as_any_other_request() throws Exception {
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send("GARBAGE\r\n\r\n");
      assertThat(client.readAll())
          .contains("HTTP/1.1 400", MALFORMED, "X-Request-Id: ")
          .doesNotContain("Server:", "Jetty");
    }
  }

  @Test
  void a_broken_chunk_is_refused() throws Exception {
    try (RawClient client = RawClient.to(server.api.port())) {
      String head = RawClient.head("POST", "/v1/instances", "ann");
      client.send(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n");
      assertThat(client.readAll()).contains("HTTP/1.1 400", MALFORMED);
    }
  }

  @Test
  void a_body_of_unknown_length_is_cut_off_at_the_limit() throws Exception {
    serveImpatiently();
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send(
          RawClient.head("POST", "/v1/instances", "ann") + "Transfer-Encoding: chunked\r\n\r\n");
      client.send("100001\r\n" + " ".repeat(0x100001) + "\r\n");
      assertThat(client.readAll())
          .contains("HTTP/1.1 413", "{\"error\":\"request body too large\"}");
    }
  }

  @Test
  void a_body_that_is_too_large_is_told_so_when_all_of_it_was_sent() throws Exception {
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send(
          RawClient.head("POST", "/v1/instances", "ann") + "Content-Length: 8388608\r\n\r\n");
      client.send(" ".repeat(8 << 20));
      assertThat(client.readLine()).contains("413");
    }
  }

  @Test
  void a_body_that_is_far_too_large_is_told_so_at_once() throws Exception {
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send(
          RawClient.head("POST", "/v1/instances", "ann") + "Content-Length: 99999999999\r\n\r\n");
      assertThat(client.readLine()).contains("413");
    }
  }

  @Test
  void a_body_as_large_as_allowed_is_read() throws Exception {
    String body = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";
    String padded = body + " ".repeat((1 << 20) - body.length());

    assertThat(server.send("ann", "POST", "/v1/instances", padded).status()).isEqualTo(201);
    assertThat(server.send("ann", "POST", "/v1/instances", padded + " ").status()).isEqualTo(413);
  }
}
