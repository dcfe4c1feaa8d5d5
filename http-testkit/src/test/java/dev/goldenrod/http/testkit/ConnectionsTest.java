package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.LimitedHttpApi;
import dev.goldenrod.http.web.ConnectionLimits;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of unauthenticated clients leave nothing behind and do not block members. */
@Timeout(900)
class ConnectionsTest {
  private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n";
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final TestServer server = TestServer.of(new InMemoryStore());
  private HttpApi api = server.api;

  private void serve(ConnectionLimits limits) {
    api = LimitedHttpApi.create(server.control, TestServer.options(), limits).start("127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    api.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: Upgrade\r\nUpgrade: websocket\r\n",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "Sec-WebSocket-Version: 13\r\n",
        "Connection: Upgrade\r\nUpgrade: WebSocket, h2c\r\nSec-WebSocket-Key: x\r\n"
      })
  void an_upgrade_is_refused_and_leaves_no_session(String headers) throws Exception {
    String answer = closing(HEALTH + headers);

    assertThat(answer)
        .startsWith("HTTP/1.1 400")
        .contains("\"field\":\"Upgrade\"", "X-Request-Id: ")
        .doesNotContainIgnoringCase("set-cookie")
        .doesNotContain("JSESSIONID");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
        "Cookie: JSESSIONID=node0abc.node0\r\n",
        ""
      })
  void no_other_answer_sets_a_cookie(String headers) throws Exception {
    assertThat(closing(HEALTH + headers))
        .startsWith("HTTP/1.1 200")
        .doesNotContainIgnoringCase("set-cookie");
  }

  private String closing(String head) throws IOException {
    try (RawClient client = RawClient.to(api.port())) {
      client.send(head.replace("Connection: ", "Connection: close, "));
      client.send(head.contains("Connection: ") ? "\r\n" : "Connection: close\r\n\r\n");
      return client.readAll();
    }
  }

  @Test
  void a_head_that_comes_byte_by_byte_is_given_up() throws Exception {
    serve(new ConnectionLimits(100, 0, SHORT, true));
    try (RawClient slow = RawClient.to(api.port())) {
      long begun = System.nanoTime();
      whileDripping(List.of(slow), () -> assertThat(hangsUp(slow)).isTrue());
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void the_second_head_of_a_connection_has_the_same_time_and_silence_between_is_no_head()
      throws Exception {
    serve(new ConnectionLimits(100, 0, SHORT, true));
    try (RawClient slow = RawClient.to(api.port());
        RawClient quiet = RawClient.to(api.port())) {
      ask(slow);
      ask(quiet);
      whileDripping(List.of(slow), () -> assertThat(hangsUp(slow)).isTrue());
      ask(quiet);
    }
  }

  @Test
  void who_sends_no_head_makes_room_when_no_more_are_accepted() throws Exception {
    int most = 20;
    serve(new ConnectionLimits(most, 0, LONG, true));
    List<RawClient> holders = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      holders.add(RawClient.to(api.port()));
    }
    try (RawClient client = RawClient.to(api.port())) {
      whileDripping(holders, () -> ask(client));
    }
    for (RawClient holder : holders) {
      holder.close();
    }
  }

  @Test
  void one_address_has_so_many_connections_at_most_and_gets_more_when_some_end() throws Exception {
    serve(new ConnectionLimits(100, 2, LONG, false));
    RawClient first = RawClient.to(api.port());
    try (RawClient second = RawClient.to(api.port())) {
      ask(first);
      ask(second);
      try (RawClient third = RawClient.to(api.port())) {
        assertThat(hangsUp(third)).isTrue();
      }
      first.close();
      askUntilAnswered();
      ask(second);
    }
  }

  @Test
  void this_machine_has_any_number() throws Exception {
    serve(new ConnectionLimits(100, 1, LONG, true));
    try (RawClient first = RawClient.to(api.port());
        RawClient second = RawClient.to(api.port())) {
      ask(first);
      ask(second);
    }
  }

  /** Retries: the server notices the end of a connection slightly later than the client. */
  private void askUntilAnswered() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .ignoreExceptionsInstanceOf(SocketException.class)
        .untilAsserted(
            () -> {
              try (RawClient client = RawClient.to(api.port())) {
                ask(client);
              }
            });
  }

  private static void ask(RawClient client) throws IOException {
    client.send(HEALTH + "\r\n");
    assertThat(client.readLine()).isEqualTo("HTTP/1.1 200 OK");
    for (String line = client.readLine(); !line.isEmpty(); ) {
      line = client.readLine();
    }
    assertThat(client.reader().read()).isEqualTo('{');
    while (client.reader().ready()) {
      client.reader().read();
    }
  }

  private static boolean hangsUp(RawClient client) throws IOException {
    try {
      return client.reader().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Runs the step while each client keeps sending single bytes of an endless request head. */
  private static void whileDripping(List<RawClient> clients, Step step) throws IOException {
    for (RawClient client : clients) {
      client.send("GET /health HTTP/1.1\r\nX: ");
    }
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try {
      timer.scheduleAtFixedRate(
          () -> clients.forEach(client -> drip(client.socket())), 0, 200, TimeUnit.MILLISECONDS);
      step.run();
    } finally {
      timer.shutdownNow();
    }
  }

  private static void drip(Socket socket) {
    try {
      socket.getOutputStream().write('x');
    } catch (IOException closed) {
      return;
    }
  }
}
