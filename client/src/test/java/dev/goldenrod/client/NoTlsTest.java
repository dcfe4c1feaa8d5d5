package dev.goldenrod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class NoTlsTest {
  private static final HttpClient HTTP =
      ClientOptions.of(URI.create("http://127.0.0.1"), null).http();

  @Test
  void a_client_of_an_http_address_sends_nothing_over_tls() throws Exception {
    try (ScriptedServer server = ScriptedServer.of(ScriptedServer.ok("{}"))) {
      URI secure = URI.create("https://127.0.0.1:" + server.address().getPort());
      HttpRequest request = HttpRequest.newBuilder(secure).build();

      assertThatThrownBy(() -> HTTP.send(request, BodyHandlers.discarding()))
          .hasStackTraceContaining("the client was created for an http:// address");
    }
  }

  @Test
  void a_client_of_an_https_address_trusts_what_java_trusts() {
    assertThat(HTTP.sslContext().getProtocol()).isEqualTo("none");
    assertThat(ClientOptions.of(URI.create("https://127.0.0.1"), null).http().sslContext())
        .extracting(context -> context.getProtocol())
        .isEqualTo("Default");
  }
}
