package dev.goldenrod.http.testkit;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.LimitedHttpApi;
import dev.goldenrod.http.TlsFiles;
import dev.goldenrod.http.web.ConnectionLimits;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The TLS port of the standalone server, with all kinds of clients. */
@Timeout(900)
class TlsServerTest {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final String HTTP_2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final byte[] HTTP_2_SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
  private static final byte[] HTTP_2_PING = {0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};

  private final TestAuthority authority = TestAuthority.create();
  private final TestAuthority.Issued first = authority.issue("localhost", "127.0.0.1");
  private final ControlPlane control = ControlPlane.builder().store(new InMemoryStore()).build();
  @TempDir private Path folder;
  private TlsFiles files;
  private HttpApi server;

  @BeforeEach
  void serve() {
    files = first.writeTo(folder);
    server =
        LimitedHttpApi.create(
                control,
                TestServer.options().withTls(files),
                new ConnectionLimits(100, 0, SHORT, true))
            .start("127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    server.close();
    control.close();
  }

  @Test
  void a_client_that_trusts_the_authority_is_answered() throws Exception {
    assertThat(health(client(authority)).statusCode()).isEqualTo(200);
    assertThat(health(client(authority)).sslSession().orElseThrow().getProtocol())
        .isEqualTo("TLSv1.3");
  }

  @Test
  void browsers_are_told_to_come_with_tls_alone_but_not_to_localhost() throws Exception {
    assertThat(health(client(authority), "127.0.0.1").headers().map())
        .containsKey("strict-transport-security");
    assertThat(health(client(authority), "localhost").headers().map())
        .doesNotContainKey("strict-transport-security");
  }

  @Test
  void a_client_that_does_not_trust_it_sends_no_request() {
    assertThatThrownBy(() -> health(client(TestAuthority.create())))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void releases_of_tls_that_are_broken_are_refused() throws Exception {
    try (SSLSocket socket = connect()) {
      socket.setEnabledProtocols(new String[] {"TLSv1.1"});
      assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
    }
  }

  @Test
  void clear_text_is_told_to_use_tls() throws Exception {
    try (RawClient client = RawClient.to(server.port())) {
      client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.readAll()).contains("HTTP/1.1 400", "this port speaks TLS; use https");
    }
  }

  @Test
  void a_client_that_never_begins_or_ends_its_handshake_is_hung_up_on() throws Exception {
    try (RawClient silent = RawClient.to(server.port());
        RawClient half = RawClient.to(server.port())) {
      half.socket().getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
      half.socket().getOutputStream().flush();

      assertThat(silent.readAll()).isEmpty();
      assertThat(half.readAll()).doesNotContain("200");
    }
    assertThat(health(client(authority)).statusCode()).isEqualTo(200);
  }

  @Test
  void a_client_that_sends_nothing_after_its_handshake_is_hung_up_on() throws Exception {
    try (SSLSocket socket = connect()) {
      socket.startHandshake();

      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @Test
  void clients_choose_the_version_of_http() throws Exception {
    assertThat(health(client(authority)).version()).isEqualTo(HttpClient.Version.HTTP_2);
    HttpClient older =
        HttpClient.newBuilder()
            .sslContext(authority.trusting())
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    assertThat(health(older).version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    try (SSLSocket socket = connectOffering("http/1.1")) {
      assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
    }
  }

  @Test
  void many_requests_share_a_connection_of_http_2() {
    server.close();
    server = HttpApi.create(control, TestServer.options().withTls(files)).start("127.0.0.1", 0);
    HttpClient client = client(authority);
    HttpRequest health = HttpRequest.newBuilder(uri("localhost", "/health")).build();
    List<CompletableFuture<HttpResponse<String>>> answers =
        Stream.generate(() -> client.sendAsync(health, BodyHandlers.ofString())).limit(20).toList();

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.get(1, MINUTES).statusCode()).isEqualTo(200));
  }

  @Test
  void a_client_of_http_2_that_keeps_a_connection_without_requests_is_hung_up_on()
      throws Exception {
    try (SSLSocket socket = connectOffering("h2")) {
      assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
      socket.getOutputStream().write(HTTP_2_PREFACE.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(HTTP_2_SETTINGS);

      assertThatThrownBy(() -> pingForAMinute(socket)).isInstanceOf(IOException.class);
    }
  }

  private SSLSocket connectOffering(String protocol) throws IOException {
    SSLSocket socket = connect();
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static void pingForAMinute(SSLSocket socket) throws Exception {
    for (int pings = 0; pings < 600; pings++) {
      socket.getOutputStream().write(HTTP_2_PING);
      socket.getInputStream().skip(socket.getInputStream().available());
      Thread.sleep(100);
    }
  }

  @Tag("slow")
  @Test
  void new_files_hold_for_new_connections_and_half_of_them_do_not() throws Exception {
    TestAuthority.Issued second = authority.issue("localhost", "127.0.0.1");
    Files.writeString(files.certificate(), second.certificatePem());
    assertThat(shown()).isEqualTo(first.certificate());

    Files.writeString(files.key(), second.keyPem());

    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .untilAsserted(() -> assertThat(shown()).isEqualTo(second.certificate()));
  }

  private Certificate shown() throws IOException {
    try (SSLSocket socket = connect()) {
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  private SSLSocket connect() throws IOException {
    SSLSocket socket =
        (SSLSocket)
            authority.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setSoTimeout((int) Duration.ofMinutes(8).toMillis());
    return socket;
  }

  private static HttpClient client(TestAuthority trusted) {
    return HttpClient.newBuilder().sslContext(trusted.trusting()).build();
  }

  private HttpResponse<String> health(HttpClient client) throws Exception {
    return health(client, "localhost");
  }

  private HttpResponse<String> health(HttpClient client, String host) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(host, "/health")).build(), BodyHandlers.ofString());
  }

  private URI uri(String host, String path) {
    return URI.create("https://" + host + ":" + server.port() + path);
  }
}
