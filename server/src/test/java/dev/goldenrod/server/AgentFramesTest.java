package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits the size of WebSocket messages from a client with a cluster's token. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class AgentFramesTest implements WebSocket.Listener {
  private static final String HELLO =
      """
      {"id": 1, "method": "hello", "params": {"protocol": {"major": 1, "minor": 0},
       "release": "1", "kind": "local", "identity": "one", "location": "/", "display_name": "one"%s}}
      """;
  private static final String OTHER_VERSION =
      """
      GET /v1/agent HTTP/1.1\r
      Host: localhost\r
      Connection: Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Version: 12\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Authorization: Bearer %s\r
      \r
      """;
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
  private static final int TOO_LONG = 1009;
  private static final int A_MILLION = 1_000_000;

  private final ControlPlane control =
      ControlPlane.builder().store(new InMemoryStore()).build().start();
  private final AgentHost host = new AgentHost(control.agents(), "of the test");
  private final HttpApi server = HttpApi.create(control).acceptAgents(host).start("127.0.0.1", 0);
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final StringBuilder parts = new StringBuilder();
  private Clusters.Created edge;
  private WebSocket socket;

  @BeforeEach
  void dial() {
    edge = control.clusters().create(control.admin(), "edge");
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + edge.agentToken())
            .buildAsync(URI.create("ws://127.0.0.1:%d/v1/agent".formatted(server.port())), this)
            .join();
  }

  @AfterEach
  void stop() {
    socket.abort();
    server.close();
    host.close();
    control.close();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    parts.append(part);
    if (last) {
      received.add(parts.toString());
      parts.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable cutOff) {
    closed.complete(TOO_LONG);
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed.complete(status);
    return null;
  }

  private void send(String text) {
    socket.sendText(text, true).join();
  }

  private static String longMember() {
    return ", \"more\": \"" + "x".repeat(A_MILLION) + "\"";
  }

  @Test
  void who_was_not_let_in_says_no_more_than_a_hello() {
    boolean isRefused =
        socket
            .sendText(HELLO.formatted(longMember()), true)
            .handle((sent, cutOff) -> cutOff != null)
            .join();

    assertThat(isRefused || closed.join() == TOO_LONG).isTrue();
    assertThat(received).isEmpty();
  }

  @Test
  void a_web_socket_of_another_version_is_answered_that_there_is_none() throws IOException {
    try (Socket old = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      old.setSoTimeout((int) Duration.ofMinutes(8).toMillis());
      old.getOutputStream()
          .write(OTHER_VERSION.formatted(edge.agentToken()).getBytes(StandardCharsets.US_ASCII));

      byte[] start = old.getInputStream().readNBytes("HTTP/1.1 400".length());
      assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 400");
    }
  }

  @Test
  void who_was_let_in_says_more() {
    send(HELLO.formatted(""));

    Awaitility.await().atMost(Duration.ofMinutes(8)).until(this::isOnlineAfterAnAnswer);
    assertThat(closed).isNotDone();
  }

  private boolean isOnlineAfterAnAnswer() {
    String asked = received.poll();
    Matcher question = ID.matcher(asked == null ? "" : asked);
    if (question.find() && asked.contains("\"method\"")) {
      String result = asked.contains("\"claim\"") ? "true" : "null";
      send("{\"id\": %s, \"result\": %s%s}".formatted(question.group(1), result, longMember()));
    }
    return control
        .clusters()
        .isOnline(control.clusters().find(control.admin(), edge.cluster().id()));
  }
}
