package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedHttpTest {
  private final BoundedHttp http = new BoundedHttp();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void a_response_is_text() throws IOException {
    assertThat(http.get(answering(200, "{\"ä\":1}"))).isEqualTo("{\"ä\":1}");
  }

  @Test
  void a_long_response_is_given_up() {
    assertThatThrownBy(() -> http.get(answering(200, "x".repeat(300_000))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("longer than 262144 bytes");
  }

  @Test
  void a_redirect_is_not_followed() {
    assertThatThrownBy(() -> http.get(answering(302, "")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("status 302");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://id.example/",
        "http://169.254.169.254/",
        "file:///etc/passwd",
        "http://localhost.evil.example/",
        "http://user@127.0.0.1/",
        "https:///path"
      })
  void nothing_is_sent_without_tls_but_to_this_machine(String url) {
    assertThat(IssuerSettings.isSafe(URI.create(url))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://id.example/",
        "http://127.0.0.1:8080/",
        "http://localhost/",
        "http://[::1]/"
      })
  void tls_and_this_machine_are_safe(String url) {
    assertThat(IssuerSettings.isSafe(URI.create(url))).isTrue();
  }

  private URI answering(int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/other");
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }
}
