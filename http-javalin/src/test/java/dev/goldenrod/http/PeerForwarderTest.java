package dev.goldenrod.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two servers with a shared store, where the data plane is connected to the first server only. */
@Timeout(900)
class PeerForwarderTest {
  private static final String TOKEN = "admin-".repeat(6);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final Store store = new InMemoryStore();
  private ControlPlane holder;
  private ControlPlane other;
  private HttpApi atHolder;
  private HttpApi atOther;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    int port = freePort();
    holder =
        ControlPlane.builder()
            .store(store)
            .dataPlane(new FakeDataPlane())
            .peerUrl(URI.create("http://127.0.0.1:" + port))
            .build();
    holder.members().setBootstrapToken(TOKEN);
    holder.start();
    atHolder = HttpApi.create(holder).start("127.0.0.1", port);
    other = ControlPlane.builder().store(store).build();
    other.start();
    atOther = HttpApi.create(other).start("127.0.0.1", 0);
    assertThat(ask(atHolder, "POST", "/v1/databases", database("shop")).statusCode())
        .isEqualTo(201);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @AfterEach
  void stop() {
    atOther.close();
    other.close();
    atHolder.close();
    holder.close();
  }

  @Test
  void a_database_is_shown_with_its_login_by_either_server() throws Exception {
    assertThat(read(ask(atOther, "GET", "/v1/databases/shop", "")))
        .isEqualTo(read(ask(atHolder, "GET", "/v1/databases/shop", "")));
    assertThat(read(ask(atOther, "GET", "/api/v1/databases/shop", "")).path("url").asText())
        .startsWith("postgresql://");
  }

  @Test
  void a_database_that_is_asked_for_at_the_other_server_is_answered_with_its_login()
      throws Exception {
    HttpResponse<String> made = ask(atOther, "POST", "/v1/databases", database("next"));

    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(read(made).path("url").asText()).startsWith("postgresql://");
  }

  @Test
  void what_needs_the_data_plane_is_passed_on_with_its_refusals() throws Exception {
    String reset = "/v1/databases/shop/credentials/reset";
    String before = password(read(ask(atHolder, "GET", "/v1/databases/shop", "")));

    HttpResponse<String> answer = ask(atOther, "POST", reset, "");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("X-Request-Id")).contains("asked");
    assertThat(password(read(ask(atHolder, "GET", "/v1/databases/shop", "")))).isNotEqualTo(before);
    HttpResponse<String> schema = ask(atHolder, "GET", "/v1/databases/shop/schema", "");
    assertThat(ask(atOther, "GET", "/v1/databases/shop/schema", ""))
        .returns(schema.statusCode(), HttpResponse::statusCode)
        .returns(schema.body(), HttpResponse::body)
        .returns(
            schema.headers().firstValue("Content-Type"),
            passed -> passed.headers().firstValue("Content-Type"));
  }

  @Test
  void what_cannot_be_passed_on_is_answered_as_before() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", atOther.port())) {
      String request =
          "POST /v1/databases/shop/credentials/reset?a=|%%7c HTTP/1.1\r\nHost: goldenrod\r\n"
              + "Authorization: Bearer %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      socket
          .getOutputStream()
          .write(request.formatted(TOKEN).getBytes(StandardCharsets.ISO_8859_1));

      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(answer).startsWith("HTTP/1.1 503").contains("data-plane agent offline");
    }
  }

  @Test
  void no_request_goes_round() throws Exception {
    HttpRequest passedOn =
        request(atOther, "POST", "/v1/databases/shop/credentials/reset", "")
            .header("Goldenrod-Forwarded", "1")
            .build();

    HttpResponse<String> answer = client.send(passedOn, BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("data-plane agent offline");
  }

  @Test
  void while_the_other_server_is_away_the_data_plane_is_offline() throws Exception {
    atHolder.close();

    HttpResponse<String> reset = ask(atOther, "POST", "/v1/databases/shop/credentials/reset", "");
    JsonNode shown = read(ask(atOther, "GET", "/v1/databases/shop", ""));

    assertThat(reset.statusCode()).isEqualTo(503);
    assertThat(reset.body()).contains("data-plane agent offline");
    assertThat(shown.path("message").asText()).contains("data-plane agent offline");
    assertThat(shown.has("url")).isFalse();
  }

  @Test
  void a_change_that_the_other_server_takes_without_an_answer_may_have_been_made()
      throws Exception {
    int port = atHolder.port();
    atHolder.close();
    try (ServerSocket silent = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> taken = CompletableFuture.runAsync(() -> takeOne(silent));

      HttpResponse<String> reset = ask(atOther, "POST", "/v1/databases/shop/credentials/reset", "");

      taken.join();
      assertThat(reset.statusCode()).isEqualTo(503);
      assertThat(reset.body()).isEqualTo("{\"error\":\"outcome unknown\"}");
      assertThat(reset.headers().firstValue("Retry-After")).isEmpty();
    }
  }

  private static void takeOne(ServerSocket server) {
    try (Socket connection = server.accept()) {
      assertThat(connection.getInputStream().read()).isEqualTo('P');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_tunnel_is_passed_on_with_its_bytes_its_end_and_its_refusals() throws Exception {
    TestTunnelClient tunnel = TestTunnelClient.open(atOther.port(), "shop", TOKEN);
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);

    tunnel.send(bytes);

    assertThat(tunnel.received(bytes.length)).isEqualTo(bytes);
    assertThat(holder.tunnels().count()).isEqualTo(1);
    assertThat(ask(atHolder, "POST", "/v1/databases/shop/stop", "").statusCode()).isEqualTo(200);
    // The database may close its connection before the server reports the reason.
    assertThat(tunnel.closeCode()).isIn(4409, 1000, 1011);
    assertThatThrownBy(() -> TestTunnelClient.open(atOther.port(), "shop", TOKEN))
        .extracting(TestTunnelClient::status)
        .isEqualTo(409);
    atHolder.close();
    assertThatThrownBy(() -> TestTunnelClient.open(atOther.port(), "shop", TOKEN))
        .extracting(TestTunnelClient::status)
        .isIn(409, 503);
  }

  @Test
  void a_tunnel_whose_client_goes_ends_at_the_other_server_too() throws Exception {
    TestTunnelClient tunnel = TestTunnelClient.open(atOther.port(), "shop", TOKEN);
    assertThat(holder.tunnels().count()).isEqualTo(1);

    tunnel.close();

    while (holder.tunnels().count() > 0) {
      Thread.sleep(20);
    }
    assertThat(tunnel.closeCode()).isPositive();
  }

  private static String database(String name) throws IOException {
    return JSON.writeValueAsString(Map.of("name", name, "type", "postgresql", "version", "15"));
  }

  private static String password(JsonNode database) {
    return database.path("connection").path("password").textValue();
  }

  private static JsonNode read(HttpResponse<String> answer) throws IOException {
    return JSON.readTree(answer.body());
  }

  private HttpResponse<String> ask(HttpApi server, String method, String path, String body)
      throws IOException, InterruptedException {
    return client.send(request(server, method, path, body).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(
      HttpApi server, String method, String path, String body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Authorization", "Bearer " + TOKEN)
        .header("X-Request-Id", "asked")
        .method(method, BodyPublishers.ofString(body));
  }
}
