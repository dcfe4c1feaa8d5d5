package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that a browser sends for a page of another site. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrossSiteRequestFilterTest {
  private static final String LOGIN =
      "{\"email\":\"ann@localhost\",\"password\":\"wrong password\"}";

  private TestServer server;

  @BeforeAll
  void serve() {
    server = TestServer.of(new InMemoryStore());
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Reply login(String header, String value) {
    HttpRequest.Builder request =
        server.http.request("POST", "/v1/auth/login", "", TestHttpClient.publisher(LOGIN));
    return server.http.send(request.setHeader(header, value));
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, https://evil.example",
    "Origin, null",
    "Origin, 'not an origin'"
  })
  void a_login_of_another_site_is_refused_and_counts_as_no_failed_one(String name, String value) {
    for (int count = 0; count < 12; count++) {
      Reply reply = login(name, value);
      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.json().at("/details/0/field").asText()).isEqualTo("Origin");
    }
    assertThat(login("Sec-Fetch-Site", "same-origin").status()).isEqualTo(401);
  }

  @Test
  void pages_of_the_server_and_programs_are_let_in() {
    assertThat(login("Origin", "http://127.0.0.1:" + server.api.port()).status()).isEqualTo(401);
    assertThat(login("Sec-Fetch-Site", "none").status()).isEqualTo(401);
    assertThat(login("X-Other", "x").status()).isEqualTo(401);
  }

  @Test
  void what_only_reads_is_answered_and_no_page_of_another_site_can_read_it() {
    HttpRequest.Builder request =
        server.http.request("GET", "/health", "", TestHttpClient.publisher(""));
    Reply reply = server.http.send(request.header("Sec-Fetch-Site", "cross-site"));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void a_tunnel_of_another_site_is_refused() throws IOException {
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send(
          RawClient.head("GET", "/v1/instances/" + server.fixtures.of("mine") + "/tunnel", "ann")
              + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
              + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: https://evil.example\r\n\r\n");

      assertThat(client.readLine()).startsWith("HTTP/1.1 403");
    }
  }
}
