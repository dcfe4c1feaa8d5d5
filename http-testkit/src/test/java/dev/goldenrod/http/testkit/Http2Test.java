package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.testing.InMemoryStore;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both HTTP versions over TLS behave alike. */
@Timeout(900)
class Http2Test {
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final String LAUNCH = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";

  private final TestAuthority authority = TestAuthority.create();
  @TempDir private Path folder;
  private TestServer server;

  @BeforeEach
  void serve() {
    HttpOptions options =
        TestServer.options()
            .withIdleTimeout(SHORT)
            .withTls(authority.issue("localhost", "127.0.0.1").writeTo(folder));
    server = TestServer.of(new InMemoryStore(), options);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<byte[]> send(
      HttpClient.Version version, String method, String path, BodyPublisher body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address() + path))
            .header("Authorization", "Bearer " + TestServer.token("ann"))
            .method(method, body)
            .build();
    HttpResponse<byte[]> answer =
        HttpClient.newBuilder()
            .sslContext(authority.trusting())
            .version(version)
            .build()
            .send(request, BodyHandlers.ofByteArray());
    assertThat(answer.version()).isEqualTo(version);
    return answer;
  }

  private String address() {
    return "https://localhost:" + server.api.port();
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void a_long_answer_has_its_length_and_all_of_its_bytes(HttpClient.Version version)
      throws Exception {
    HttpResponse<byte[]> whole = send(version, "GET", "/openapi.json", BodyPublishers.noBody());
    HttpResponse<byte[]> head = send(version, "HEAD", "/openapi.json", BodyPublishers.noBody());

    assertThat(whole.body()).hasSizeGreaterThan(100_000).endsWith('}');
    assertThat(whole.headers().firstValueAsLong("Content-Length")).hasValue(whole.body().length);
    assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(whole.body().length);
    assertThat(head.body()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void a_body_whose_length_is_not_told_is_read(HttpClient.Version version) throws Exception {
    byte[] body = LAUNCH.getBytes(StandardCharsets.UTF_8);
    BodyPublisher stream = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));

    assertThat(send(version, "POST", "/v1/instances", stream).statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void a_body_that_is_too_large_is_refused(HttpClient.Version version) throws Exception {
    byte[] body = new byte[(1 << 20) + 1];
    BodyPublisher stream = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));

    assertThat(send(version, "POST", "/v1/instances", stream).statusCode()).isEqualTo(413);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void a_request_may_wait_longer_than_a_connection_may_be_idle(HttpClient.Version version)
      throws Exception {
    String launched =
        new String(
            send(version, "POST", "/v1/instances", BodyPublishers.ofString(LAUNCH)).body(),
            StandardCharsets.UTF_8);
    String id = launched.replaceAll("(?s).*?\"id\":\"([^\"]+)\".*", "$1");

    HttpResponse<byte[]> waited =
        send(version, "GET", "/v1/instances/" + id + "?wait=5s", BodyPublishers.noBody());

    assertThat(waited.statusCode()).isEqualTo(200);
  }

  @Test
  void curl_speaks_it() throws Exception {
    assumeTrue(curl("--version").contains("HTTP2"), "this curl has no HTTP/2");

    assertThat(curl("-sik", "--http2", address() + "/health"))
        .startsWith("HTTP/2 200")
        .containsIgnoringCase("x-request-id: ");
    assertThat(curl("-sik", "--http2", "-X", "POST", address() + "/v1/auth/login"))
        .startsWith("HTTP/2 400");
  }

  private static String curl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("curl"));
    command.addAll(List.of(arguments));
    Process curl = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
