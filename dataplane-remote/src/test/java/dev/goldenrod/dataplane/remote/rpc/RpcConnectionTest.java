package dev.goldenrod.dataplane.remote.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.agent.ConnectionLostException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests one end of a connection, with the test as the peer. */
@Timeout(900)
class RpcConnectionTest implements Channel, RpcHandler {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<String> answered = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private final RpcConnection connection = new RpcConnection(this, this, threads);
  private volatile String closedBecause = "";
  private volatile boolean isBroken;

  @AfterEach
  void stop() {
    release.countDown();
    threads.shutdownNow();
  }

  @Override
  public void send(String text) {
    if (isBroken) {
      throw new ConnectionLostException("half of it is gone");
    }
    sent.add(text);
  }

  @Override
  public void close(String reason) {
    closedBecause = reason;
  }

  @Override
  public JsonNode answer(String method, JsonNode params) {
    answered.add(method);
    switch (method) {
      case "wait" -> awaitRelease();
      case "break" -> throw new IllegalStateException("hunter2");
      case "refuse" -> throw new RpcException(RpcCode.DATA_PLANE_REFUSED, "no such database");
      default -> {}
    }
    return params;
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void notified(String method, JsonNode params) {
    sent.add("notified of " + method + " " + params);
  }

  private CompletableFuture<JsonNode> ask(Duration atMost) {
    CompletableFuture<JsonNode> answer =
        CompletableFuture.supplyAsync(
            () -> connection.request("observe", TextNode.valueOf("it"), atMost), threads);
    await().until(() -> !sent.isEmpty());
    return answer;
  }

  @Test
  void a_question_says_how_long_it_waits_and_gets_its_answer() {
    CompletableFuture<JsonNode> answer = ask(LONG);
    assertThat(sent)
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"observe\",\"params\":\"it\",\"timeout_ms\":30000}");

    connection.receive("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"of another question\"}");
    connection.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"seen\",\"new_member\":1}");
    connection.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"twice\"}");

    assertThat(answer.join()).isEqualTo(TextNode.valueOf("seen"));
  }

  @Test
  void a_refusal_keeps_its_reason_and_an_unknown_code_is_a_breakdown() {
    CompletableFuture<JsonNode> refused = ask(LONG);
    connection.receive("{\"id\":1,\"error\":{\"code\":-32000,\"message\":\"not now\"}}");
    CompletableFuture<JsonNode> strange = ask(LONG);
    await().until(() -> sent.size() == 2);
    connection.receive("{\"id\":2,\"error\":{\"code\":4711,\"message\":\"?\"}}");

    assertThatThrownBy(refused::join)
        .hasRootCauseInstanceOf(RpcException.class)
        .hasRootCauseMessage("not now");
    assertThatThrownBy(strange::join)
        .rootCause()
        .isInstanceOfSatisfying(
            RpcException.class, e -> assertThat(e.code()).isEqualTo(RpcCode.INTERNAL));
  }

  @Test
  void a_text_of_too_many_parts_ends_the_connection_before_it_takes_their_memory() {
    connection.receive("{\"id\":1,\"result\":[" + "[],".repeat(2_000_000) + "[]]}");

    assertThat(closedBecause).isEqualTo("the peer sent a message that is not JSON-RPC");
  }

  @Test
  void no_answer_in_time_is_a_data_plane_that_cannot_be_reached() {
    assertThatThrownBy(() -> connection.request("observe", NullNode.getInstance(), Duration.ZERO))
        .isInstanceOf(DataPlaneUnreachableException.class)
        .hasMessageContaining("did not answer observe within");
  }

  @Test
  void the_end_of_the_connection_ends_questions_and_refuses_new_ones() {
    CompletableFuture<JsonNode> answer = ask(LONG);

    connection.ended("the line was cut");

    assertThatThrownBy(answer::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(DataPlaneOfflineException.class)
        .hasRootCauseMessage("the line was cut");
    assertThatThrownBy(() -> connection.request("observe", NullNode.getInstance(), LONG))
        .isInstanceOf(DataPlaneOfflineException.class);
    assertThatThrownBy(() -> connection.sendNotification("changed", NullNode.getInstance()))
        .isInstanceOf(DataPlaneOfflineException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "\"text\"", "{\"id\":\"no number\"}", "{}}"})
  void what_is_no_message_ends_the_connection(String text) {
    connection.receive(text);

    assertThat(closedBecause).isEqualTo("the peer sent a message that is not JSON-RPC");
    assertThat(connection.end()).isEqualTo(closedBecause);
  }

  @Test
  void questions_are_answered_and_breakdowns_tell_nothing_of_the_inside() {
    connection.receive("{\"id\":1,\"method\":\"echo\",\"params\":{\"a\":1}}");
    connection.receive("{\"id\":2,\"method\":\"refuse\"}");
    connection.receive("{\"id\":3,\"method\":\"break\"}");
    connection.receive("{\"method\":\"changed\",\"params\":5}");

    await().until(() -> sent.size() == 4);
    assertThat(sent)
        .containsExactlyInAnyOrder(
            "notified of changed 5",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32000,\"message\":\"no such database\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32603,\"message\":\"break failed unexpectedly; see the log of the side that handled it\"}}");
  }

  @Test
  void more_questions_at_once_than_are_answered_are_refused_and_later_ones_are_not() {
    for (int id = 1; id <= RpcConnection.MOST_AT_ONCE + 1; id++) {
      connection.receive("{\"id\":%d,\"method\":\"wait\"}".formatted(id));
    }
    assertThat(sent).singleElement().asString().contains("\"id\":65").contains("-32002");

    release.countDown();
    await().until(() -> sent.size() == RpcConnection.MOST_AT_ONCE + 1);
    connection.receive("{\"id\":100,\"method\":\"echo\"}");
    await().until(() -> sent.stream().anyMatch(text -> text.contains("\"id\":100,\"result\"")));
  }

  @Test
  void a_request_that_comes_twice_is_done_once_and_ends_the_connection() {
    connection.receive("{\"id\":1,\"method\":\"echo\"}");
    await().until(() -> !sent.isEmpty());
    connection.receive("{\"id\":1,\"method\":\"echo\"}");

    assertThat(closedBecause).isEqualTo("request 1 arrived after request 1");
    assertThat(answered).hasSize(1);
  }

  @Test
  void requests_of_many_threads_are_sent_in_the_order_of_their_ids() {
    List<CompletableFuture<JsonNode>> asking =
        IntStream.range(0, 50).mapToObj(i -> ask(LONG)).toList();
    await().until(() -> sent.size() == asking.size());

    assertThat(sent)
        .extracting(text -> Integer.parseInt(text.replaceAll(".*\"id\":(\\d+),.*", "$1")))
        .isSorted();
  }

  @Test
  void a_message_that_could_not_be_sent_ends_the_connection() {
    isBroken = true;

    assertThatThrownBy(() -> connection.sendNotification("changed", NullNode.getInstance()))
        .isInstanceOf(DataPlaneOfflineException.class);
    assertThat(closedBecause).isEqualTo("half of it is gone");
  }

  @Test
  void a_question_without_an_answer_ends_a_connection_that_was_silent_for_long() {
    Duration soon = Duration.ofMillis(50);
    RpcConnection silent = new RpcConnection(this, this, threads, soon);
    assertThatThrownBy(
            () -> silent.request("observe", NullNode.getInstance(), soon.multipliedBy(2)))
        .isInstanceOf(DataPlaneUnreachableException.class);
    assertThat(closedBecause).contains("sent nothing for");
  }

  @Test
  void a_question_without_an_answer_leaves_a_connection_on_which_something_was_heard() {
    assertThatThrownBy(
            () -> connection.request("observe", NullNode.getInstance(), Duration.ofMillis(50)))
        .isInstanceOf(DataPlaneUnreachableException.class);
    assertThat(connection.end()).isNull();
  }

  @Test
  void what_was_asked_over_a_connection_that_is_over_is_not_begun() {
    List<Runnable> waiting = new CopyOnWriteArrayList<>();
    RpcConnection busy = new RpcConnection(this, this, waiting::add);
    busy.receive("{\"id\":1,\"method\":\"break\"}");
    busy.ended("the line was cut");
    waiting.forEach(Runnable::run);

    assertThat(answered).isEmpty();
  }
}
