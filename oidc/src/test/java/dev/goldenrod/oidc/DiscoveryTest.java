package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.identity.MembershipRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads what an issuer on this machine publishes. */
class DiscoveryTest {
  private static final String ENDPOINTS =
      """
      "authorization_endpoint":"%1$s/a","token_endpoint":"%1$s/t","jwks_uri":"%1$s/k"\
      """;

  private final AtomicInteger questions = new AtomicInteger();
  private volatile String endpoints = ENDPOINTS;
  private HttpServer server;
  private String url;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    url = "http://127.0.0.1:" + server.getAddress().getPort();
    server.createContext(
        "/",
        exchange -> {
          questions.incrementAndGet();
          String document =
              "{\"issuer\":\"%1$s\",\"subject_types_supported\":[\"public\"]," + endpoints + "}";
          byte[] bytes = document.formatted(url).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void what_an_issuer_publishes_is_fetched_once() throws IssuerException {
    Discovery discovery = discovery();

    assertThat(discovery.metadata().getTokenEndpointURI()).hasToString(url + "/t");
    assertThat(discovery.metadata().getJWKSetURI()).hasToString(url + "/k");
    assertThat(questions).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"authorization_endpoint\":\"javascript:x\"",
        "\"authorization_endpoint\":\"http://id.example/a\"",
        "\"token_endpoint\":\"http://id.example/t\"",
        "\"jwks_uri\":\"http://id.example/k\"",
        "\"userinfo_endpoint\":\"http://id.example/u\"",
        "\"device_authorization_endpoint\":\"http://id.example/d\""
      })
  void an_endpoint_without_tls_is_refused_once_for_all_callers(String endpoint) {
    String name = endpoint.substring(0, endpoint.indexOf(':'));
    endpoints = ENDPOINTS.replaceFirst(name + ":\"[^\"]*\",?", "") + "," + endpoint;
    endpoints = endpoints.replace(",,", ",");
    Discovery discovery = discovery();

    assertNotUsable(discovery, "is not https");
    assertNotUsable(discovery, "is not https");
    assertThat(questions).hasValue(1);
  }

  @Test
  void an_issuer_without_keys_is_refused() {
    endpoints = ENDPOINTS.replaceFirst(",\"jwks_uri.*", "");

    assertThatThrownBy(discovery()::metadata).isInstanceOf(IssuerException.class);
  }

  private static void assertNotUsable(Discovery discovery, String reason) {
    assertThatThrownBy(discovery::metadata)
        .isInstanceOf(IssuerException.class)
        .cause()
        .hasMessageContaining(reason);
  }

  private Discovery discovery() {
    IssuerSettings settings =
        new IssuerSettings(
            "corp",
            "Example",
            URI.create(url),
            "goldenrod",
            "secret",
            List.of(),
            "groups",
            new MembershipRules(Set.of(), Set.of(), Map.of(), Optional.empty(), false, "it"),
            Optional.empty());
    return new Discovery(settings, new BoundedHttp());
  }
}
