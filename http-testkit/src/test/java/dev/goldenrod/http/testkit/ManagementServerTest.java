package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The monitoring server and its routes. */
class ManagementServerTest {
  private TestServer server;
  private TestHttpClient management;

  @BeforeEach
  void serve() {
    server = TestServer.of(new InMemoryStore());
    server.api.startManagement("127.0.0.1", 0);
    management = TestHttpClient.to(server.api.managementPort());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/livez", "/readyz", "/health", "/metrics"})
  void the_management_port_needs_no_token(String path) {
    Reply reply = management.send("GET", path, "", "");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Server")).isEmpty();
  }

  @Test
  void the_text_is_prometheus() {
    Reply reply = management.send("GET", "/metrics", "", "");

    assertThat(reply.header("Content-Type")).startsWith("text/plain; version=0.0.4");
    assertThat(reply.body()).isEqualTo("up 1\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/instances", "/api/v1/databases", "/v1/clientconfig", "/openapi.json"})
  void it_has_nothing_of_the_api(String path) {
    assertThat(management.send("GET", path, TestServer.token("admin"), "").status()).isEqualTo(404);
  }

  @Test
  void on_loopback_it_answers_under_loopbacks_names_alone() throws IOException {
    assertThat(statusOf("evil.example:80")).startsWith("HTTP/1.1 400");
    assertThat(statusOf("localhost")).startsWith("HTTP/1.1 200");
    assertThat(statusOf("[::1]:" + server.api.managementPort())).startsWith("HTTP/1.1 200");
  }

  private String statusOf(String host) throws IOException {
    try (RawClient client = RawClient.to(server.api.managementPort())) {
      client.send("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      return client.readLine();
    }
  }

  @Test
  void it_takes_no_changes() {
    assertThat(management.send("POST", "/metrics", "", "x=1").status()).isEqualTo(405);
  }

  @Test
  void an_address_that_is_taken_is_named() {
    try (TestServer other = TestServer.of(new InMemoryStore())) {
      int taken = server.api.managementPort();

      assertThatThrownBy(() -> other.api.startManagement("127.0.0.1", taken))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessage("cannot listen on 127.0.0.1:" + taken);
    }
  }

  @Test
  void requests_are_counted_by_the_route_and_never_by_an_id() {
    server.send("ann", "GET", "/v1/instances/" + server.fixtures.of("mine"), "");
    server.send("nobody", "GET", "/v1/instances", "");
    server.send("nobody", "GET", "/of-a-scanner", "");

    // The client may get its response before the request is counted.
    await()
        .untilAsserted(
            () ->
                assertThat(server.metrics.answered())
                    .containsOnlyOnce("GET /v1/instances/{id} 200")
                    .contains("GET /v1/instances 401", "GET  404"));
  }
}
