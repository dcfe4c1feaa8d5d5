package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.testing.InMemoryStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class LongPollTest {
  private static final int MORE_THAN_THERE_ARE_THREADS = 300;

  private TestServer server;
  private UUID instance;

  @BeforeEach
  void serve() {
    serve(TestServer.options());
  }

  private void serve(HttpOptions options) {
    server = TestServer.of(new InMemoryStore(), options);
    server.dataPlane.holdDatabases();
    instance = server.fixtures.launch(server.ann, "shop");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CompletableFuture<Reply> get(String wait) {
    return server.http.sendLater(
        server.http.request(
            "GET",
            "/v1/instances/" + instance + "?wait=" + wait,
            TestServer.token("ann"),
            BodyPublishers.noBody()));
  }

  private static Reply answer(CompletableFuture<Reply> later) throws Exception {
    return later.get(2, TimeUnit.MINUTES);
  }

  private InstancePhase phase() {
    return server.control.instances().find(server.ann, instance).phase();
  }

  private void becomeReady() {
    server.workUntil(() -> phase() == InstancePhase.PROVISIONING);
    server.dataPlane.releaseDatabases();
    server.workUntil(() -> phase() == InstancePhase.READY);
  }

  @Test
  void the_answer_comes_when_the_instance_is_ready() throws Exception {
    CompletableFuture<Reply> later = get("60s");
    becomeReady();

    assertThat(answer(later).status()).isEqualTo(200);
    assertThat(answer(later).json().get("phase").textValue()).isEqualTo("Ready");
  }

  @Tag("slow")
  @Test
  void the_time_is_up_first_and_the_connection_was_idle_for_longer_than_others_may_be()
      throws Exception {
    server.close();
    serve(TestServer.options().withIdleTimeout(Duration.ofSeconds(2)));

    Reply reply = answer(get("3s"));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("phase").textValue()).isEqualTo("Pending");
  }

  @Test
  void those_who_wait_hold_no_threads() throws Exception {
    List<CompletableFuture<Reply>> waiting =
        IntStream.range(0, MORE_THAN_THERE_ARE_THREADS).mapToObj(i -> get("60s")).toList();

    assertThat(server.send("nobody", "GET", "/health", "").status()).isEqualTo(200);
    becomeReady();
    for (CompletableFuture<Reply> later : waiting) {
      assertThat(answer(later).json().get("phase").textValue()).isEqualTo("Ready");
    }
  }

  @Test
  void an_instance_that_goes_away_meanwhile_is_not_found() throws Exception {
    server.control.instances().delete(server.ann, instance);
    CompletableFuture<Reply> later = get("60s");
    server.workUntil(() -> server.control.instances().list(server.ann).isEmpty());

    assertThat(answer(later).status()).isEqualTo(404);
    assertThat(answer(later).body()).isEqualTo("{\"error\":\"not found\"}");
  }

  @Test
  void a_server_that_stops_answers_with_what_there_is() throws Exception {
    long before = server.store.transactionCount();
    CompletableFuture<Reply> later = get("60s");
    Awaitility.await("the request waits")
        .atMost(Duration.ofMinutes(8))
        .until(() -> server.store.transactionCount() > before);
    server.api.close();

    assertThat(answer(later).status()).isEqualTo(200);
    assertThat(answer(later).json().get("phase").textValue()).isEqualTo("Pending");
  }
}
