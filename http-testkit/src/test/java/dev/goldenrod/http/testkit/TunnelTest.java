package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Tokens;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.LimitedHttpApi;
import dev.goldenrod.http.web.ConnectionLimits;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.InMemoryStore;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tunnels over sockets to databases that echo their input. */
@Timeout(900)
class TunnelTest {
  private static final int LONGEST = 64 * 1024;
  private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

  private final TestServer server = TestServer.of(new InMemoryStore());
  private final List<TunnelClient> clients = new ArrayList<>();
  private HttpApi api = server.api;

  @AfterEach
  void stop() {
    clients.forEach(TunnelClient::close);
    api.close();
    server.close();
  }

  private TunnelClient open(String who, String path) {
    TunnelClient client = TunnelClient.open(api.port(), path, TestServer.token(who));
    clients.add(client);
    return client;
  }

  private String toDatabase() {
    return "/v1/databases/" + server.fixtures.of("db") + "/tunnel";
  }

  private int refusal(String who, String path) {
    try {
      open(who, path);
      return 101;
    } catch (RuntimeException e) {
      Throwable cause = e instanceof CompletionException ? e.getCause() : e;
      return ((WebSocketHandshakeException) cause).getResponse().statusCode();
    }
  }

  private static void awaitBytes(TunnelClient client, byte[] expected) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .untilAsserted(() -> assertThat(client.received()).isEqualTo(expected));
  }

  private long audited(String action) {
    return server
        .send("admin", "GET", "/v1/audit?limit=1000", "")
        .json()
        .findValuesAsText("action")
        .stream()
        .filter(action::equals)
        .count();
  }

  @Test
  void bytes_go_to_a_database_and_come_back_and_its_opening_is_audited_once() {
    TunnelClient client = open("ann", toDatabase());

    client.send(HELLO).join();

    awaitBytes(client, HELLO);
    assertThat(audited("database.tunnel.opened")).isEqualTo(1);
    assertThat(server.control.tunnels().count()).isEqualTo(1);
  }

  @Test
  void bytes_go_to_an_instance_and_below_api_to_a_database() {
    TunnelClient instance = open("ann", "/v1/instances/" + server.fixtures.of("mine") + "/tunnel");
    TunnelClient database = open("ann", "/api" + toDatabase());

    instance.send(HELLO).join();
    database.send(HELLO).join();

    awaitBytes(instance, HELLO);
    awaitBytes(database, HELLO);
    assertThat(audited("instance.tunnel.opened")).isEqualTo(1);
  }

  @Test
  void many_bytes_keep_their_order() {
    TunnelClient client = open("ann", toDatabase());
    byte[] bytes = new byte[20 * LONGEST];
    new Random(1).nextBytes(bytes);

    for (int i = 0; i < 20; i++) {
      byte[] part = Arrays.copyOfRange(bytes, i * LONGEST, (i + 1) * LONGEST);
      client.send(part).join();
    }

    awaitBytes(client, bytes);
  }

  @Test
  void whoever_may_not_have_one_is_told_over_http_in_the_usual_order() {
    String mine = "/v1/instances/" + server.fixtures.of("mine") + "/tunnel";
    assertThat(refusal("nobody", toDatabase())).isEqualTo(401);
    assertThat(refusal("stranger", mine)).isEqualTo(401);
    assertThat(refusal("expired", mine)).isEqualTo(401);
    assertThat(refusal("bob", toDatabase())).isEqualTo(403);
    assertThat(refusal("admin", toDatabase())).isEqualTo(403);
    assertThat(refusal("admin", mine)).isEqualTo(403);
    assertThat(refusal("ann", "/v1/instances/x/tunnel")).isEqualTo(400);
    assertThat(refusal("ann", "/v1/instances/" + Fixtures.NONE + "/tunnel")).isEqualTo(404);
    assertThat(refusal("ann", "/v1/databases/none/tunnel")).isEqualTo(404);
    assertThat(refusal("ann", "/v1/databases/" + server.fixtures.of("stoppedDb") + "/tunnel"))
        .isEqualTo(409);
    assertThat(refusal("ann", "/v1/instances/" + server.fixtures.of("pending") + "/tunnel"))
        .isEqualTo(404);
    assertThat(server.control.tunnels().count()).isZero();
    assertThat(audited("database.tunnel.opened")).isZero();
  }

  @Test
  void a_data_plane_that_is_away_is_told_over_http() {
    String path = toDatabase();
    server.dataPlane.goOffline();
    assertThat(refusal("ann", path)).isEqualTo(503);
    server.dataPlane.comeOnline();
    server.dataPlane.lose("its API server is away");
    assertThat(refusal("ann", path)).isEqualTo(503);
    server.dataPlane.comeOnline();
    assertThat(refusal("ann", path)).isEqualTo(101);
  }

  @Test
  void a_half_handshake_is_refused_after_whom_it_is_of() throws Exception {
    String path = toDatabase();
    String half = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    assertThat(answer("nobody", path, half)).startsWith("HTTP/1.1 401");
    assertThat(answer("bob", path, half)).startsWith("HTTP/1.1 403");
    assertThat(answer("ann", path, half)).startsWith("HTTP/1.1 400");
    String former = half + "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: x\r\n";
    assertThat(answer("ann", path, former)).startsWith("HTTP/1.1 400");
    assertThat(server.control.tunnels().count()).isZero();
  }

  private String answer(String who, String path, String headers) throws Exception {
    try (RawClient client = RawClient.to(api.port())) {
      client.send(RawClient.head("GET", path, who) + headers + "\r\n");
      return client.readLine();
    }
  }

  @Test
  void a_client_that_says_end_gets_what_is_left_and_then_the_close() throws Exception {
    TunnelClient client = open("ann", toDatabase());
    byte[] bytes = new byte[LONGEST];
    client.send(bytes).join();

    client.say("end");

    assertThat(client.closeCode()).isEqualTo(1000);
    assertThat(client.received()).isEqualTo(bytes);
    awaitNone();
  }

  @Test
  void another_text_and_a_message_that_is_too_long_end_it() throws Exception {
    TunnelClient texter = open("ann", toDatabase());
    texter.say("hello");
    assertThat(texter.closeCode()).isEqualTo(1003);

    TunnelClient longer = open("ann", toDatabase());
    longer.send(new byte[LONGEST + 1]);
    assertThat(longer.closeCode()).isEqualTo(1009);
    awaitNone();
  }

  @Test
  void a_slow_reader_makes_the_sender_wait_and_loses_nothing() throws Exception {
    TunnelClient client = TunnelClient.deaf(api.port(), toDatabase(), TestServer.token("ann"));
    clients.add(client);
    int sent = 0;
    CompletableFuture<WebSocket> last = CompletableFuture.completedFuture(null);
    try {
      for (; sent < 10_000; sent++) {
        last = client.send(new byte[LONGEST]);
        last.get(2, TimeUnit.SECONDS);
      }
    } catch (TimeoutException waits) {
      // Expected: the sender is blocked.
    }
    assertThat(sent).as("messages of 64 KiB before the sender has to wait").isLessThan(500);
  }

  @Test
  void it_ends_with_its_token() throws Exception {
    String path = toDatabase();
    Actor ann = server.ann;
    Tokens.Created script = server.control.tokens().create(ann, "tunnel", 0);
    TunnelClient client = TunnelClient.open(api.port(), path, script.secret());
    clients.add(client);
    TunnelClient other = open("ann", path);

    server.control.tokens().delete(ann, script.token().id());

    assertThat(client.closeCode()).isEqualTo(4401);
    other.send(HELLO).join();
    awaitBytes(other, HELLO);
  }

  @Tag("slow")
  @Test
  void it_ends_when_its_token_expires_and_when_its_member_is_removed() throws Exception {
    String path = toDatabase();
    Tokens.Created script = server.control.tokens().create(server.ann, "tunnel", 60);
    TunnelClient client = TunnelClient.open(api.port(), path, script.secret());
    clients.add(client);
    server.clock.advance(Duration.ofSeconds(61));
    assertThat(client.closeCode()).isEqualTo(4401);

    TunnelClient other = open("ann", path);
    server.control.members().remove(server.admin, server.ann.userId());
    assertThat(other.closeCode()).isEqualTo(4401);
    awaitNone();
  }

  @Test
  void it_ends_when_its_database_is_stopped_or_its_instance_destroyed() throws Exception {
    String name = server.fixtures.of("db");
    TunnelClient database = open("ann", "/v1/databases/" + name + "/tunnel");
    String id = server.fixtures.of("mine");
    TunnelClient instance = open("ann", "/v1/instances/" + id + "/tunnel");

    server.control.databases().stop(server.ann, name);
    server.control.instances().delete(server.ann, UUID.fromString(id));

    // The database may close its connection before the server checks the desired state.
    assertThat(database.closeCode()).isIn(4409, 1000);
    assertThat(instance.closeCode()).isIn(4409, 1000);
    awaitNone();
  }

  @Test
  void it_ends_when_its_database_is_to_stop_whether_its_server_does_or_not() throws Exception {
    String name = server.fixtures.of("db");
    TunnelClient client = open("ann", "/v1/databases/" + name + "/tunnel");
    server.dataPlane.delayAnswers(Duration.ofSeconds(30));
    server.control.databases().stop(server.ann, name);

    assertThat(client.closeCode()).isEqualTo(4409);
    server.dataPlane.delayAnswers(Duration.ZERO);
  }

  @Test
  void it_ends_with_the_server() throws Exception {
    TunnelClient client = open("ann", toDatabase());

    api.close();

    assertThat(client.closeCode()).isEqualTo(1001);
    awaitNone();
  }

  @Test
  void a_store_that_is_away_for_a_moment_ends_none() {
    TunnelClient client = open("ann", toDatabase());
    long asked = server.store.transactionCount();
    server.store.reachable(false);
    Awaitility.await().until(() -> server.store.transactionCount() > asked);
    server.store.reachable(true);

    client.send(HELLO).join();
    awaitBytes(client, HELLO);
    assertThat(client.isClosed()).isFalse();
  }

  @Tag("slow")
  @Test
  void what_nobody_uses_is_closed_unless_it_is_pinged() throws Exception {
    serve(Duration.ofMillis(1500));
    String path = toDatabase();
    TunnelClient idle = open("ann", path);
    TunnelClient pinged = open("ann", path);
    long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    while (System.nanoTime() < end) {
      pinged.ping();
      TimeUnit.MILLISECONDS.sleep(200);
    }

    assertThat(idle.closeCode()).isEqualTo(1001);
    pinged.send(HELLO).join();
    awaitBytes(pinged, HELLO);
  }

  @Test
  void a_member_has_so_many_and_a_closed_one_makes_room() {
    String path = toDatabase();
    for (int i = 0; i < 64; i++) {
      open("ann", path);
    }
    assertThat(refusal("ann", path)).isEqualTo(429);
    String yours = "/v1/databases/" + server.fixtures.of("yourDb") + "/tunnel";
    assertThat(refusal("bob", yours)).isEqualTo(101);

    clients.get(0).close();

    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .untilAsserted(() -> assertThat(refusal("ann", path)).isEqualTo(101));
  }

  @Test
  void no_thread_is_left() throws Exception {
    String path = toDatabase();
    for (int i = 0; i < 20; i++) {
      TunnelClient client = open("ann", path);
      client.send(HELLO).join();
      awaitBytes(client, HELLO);
      client.close();
    }
    awaitNone();
    api.close();
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("goldenrod-tunnel-")));
  }

  private void serve(Duration idle) {
    ConnectionLimits limits =
        new ConnectionLimits(100, 0, Duration.ofSeconds(10), true).withTunnelIdle(idle);
    api = LimitedHttpApi.create(server.control, TestServer.options(), limits).start("127.0.0.1", 0);
  }

  private void awaitNone() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> server.control.tunnels().count() == 0);
  }

  @Test
  void a_token_is_asked_for_before_a_plain_request_is_told_to_upgrade() {
    String path = toDatabase();
    assertThat(server.send("nobody", "GET", path, "").status()).isEqualTo(401);
    Reply reply = server.send("ann", "GET", path, "");
    assertThat(reply.status()).isEqualTo(426);
    assertThat(reply.header("Upgrade")).isEqualTo("websocket");
  }
}
