package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of a browser to a loopback address under a rebound DNS name. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReboundNamesTest {
  private TestServer server;

  @BeforeAll
  void serve() {
    server =
        TestServer.of(
            new InMemoryStore(),
            TestServer.options().withAllowedHosts(Set.of("Goldenrod.example", "[2001:db8::1]")));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private String answer(String host, String header) throws IOException {
    try (RawClient client = RawClient.to(server.api.port())) {
      client.send(
          "GET /health HTTP/1.1\r\nHost: "
              + host
              + "\r\nConnection: close\r\n"
              + (header.isEmpty() ? "" : header + "\r\n")
              + "\r\n");
      return client.readAll();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, 'Accept-Language: en'",
    "evil.example:7878, 'Sec-Fetch-Mode: cors'",
    "127.0.0.1.evil.example, 'Origin: http://127.0.0.1.evil.example'",
    "localhost.evil.example, 'Accept-Language: en'",
    "192.168.1.1, 'accept-language: en'"
  })
  void a_browser_is_answered_under_no_name_of_others(String host, String header)
      throws IOException {
    assertThat(answer(host, header))
        .startsWith("HTTP/1.1 400")
        .contains("\"field\":\"Host\"", "--allowed-hosts");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:7878",
        "app.localhost:7878",
        "127.0.0.1",
        "127.1.2.3:80",
        "[::1]:7878",
        "goldenrod.example",
        "GOLDENROD.example:443",
        "[2001:db8::1]:7878"
      })
  void a_browser_is_answered_under_loopbacks_names_and_those_allowed(String host)
      throws IOException {
    assertThat(answer(host, "Accept-Language: en")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "goldenrod.example", "proxy"})
  void programs_are_answered_under_any_name(String host) throws IOException {
    assertThat(answer(host, "")).startsWith("HTTP/1.1 200");
    assertThat(answer(host, "Accept-Encoding: gzip")).startsWith("HTTP/1.1 200");
  }
}
