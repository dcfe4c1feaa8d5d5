package dev.goldenrod.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.testing.InMemoryStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LongPollTest {
  private static final int MORE_THAN_THERE_ARE_THREADS = 300;

  private World world;
  private UUID instance;

  @BeforeEach
  void serve() {
    HttpOptions options = World.options().withIdleTimeout(Duration.ofMillis(400));
    world = World.of(new InMemoryStore(), options);
    world.dataPlane.holdClones();
    instance = world.fixtures.launch(world.ann, "shop");
  }

  @AfterEach
  void stop() {
    world.close();
  }

  private CompletableFuture<Reply> get(String wait) {
    return world.wire.sendLater(
        world.wire.request(
            "GET",
            "/v1/instances/" + instance + "?wait=" + wait,
            World.token("ann"),
            BodyPublishers.noBody()));
  }

  private static Reply answer(CompletableFuture<Reply> later) throws Exception {
    return later.get(20, TimeUnit.SECONDS);
  }

  private InstancePhase phase() {
    return world.control.instances().find(world.ann, instance).phase();
  }

  private void becomeReady() {
    world.workUntil(() -> phase() == InstancePhase.PROVISIONING);
    world.dataPlane.releaseClones();
    world.workUntil(() -> phase() == InstancePhase.READY);
  }

  @Test
  void the_answer_comes_when_the_instance_is_ready() throws Exception {
    CompletableFuture<Reply> later = get("60s");
    becomeReady();

    assertThat(answer(later).status()).isEqualTo(200);
    assertThat(answer(later).json().get("phase").textValue()).isEqualTo("Ready");
  }

  @Test
  void the_time_is_up_first_and_the_connection_was_idle_for_longer_than_others_may_be()
      throws Exception {
    Reply reply = answer(get("1s"));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("phase").textValue()).isEqualTo("Pending");
  }

  @Test
  void those_who_wait_hold_no_threads() throws Exception {
    List<CompletableFuture<Reply>> waiting =
        IntStream.range(0, MORE_THAN_THERE_ARE_THREADS).mapToObj(i -> get("60s")).toList();

    assertThat(world.send("nobody", "GET", "/health", "").status()).isEqualTo(200);
    becomeReady();
    for (CompletableFuture<Reply> later : waiting) {
      assertThat(answer(later).json().get("phase").textValue()).isEqualTo("Ready");
    }
  }

  @Test
  void an_instance_that_goes_away_meanwhile_is_not_found() throws Exception {
    world.control.instances().destroy(world.ann, instance);
    CompletableFuture<Reply> later = get("60s");
    world.workUntil(() -> world.control.instances().list(world.ann).isEmpty());

    assertThat(answer(later).status()).isEqualTo(404);
    assertThat(answer(later).body()).isEqualTo("{\"error\":\"not found\"}");
  }

  @Test
  void a_server_that_stops_answers_with_what_there_is() throws Exception {
    long before = world.store.asked();
    CompletableFuture<Reply> later = get("60s");
    while (world.store.asked() == before) {
      Thread.onSpinWait();
    }
    world.api.stop();

    assertThat(answer(later).status()).isEqualTo(200);
    assertThat(answer(later).json().get("phase").textValue()).isEqualTo("Pending");
  }
}
