package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.dataplane.remote.message.Hello;
import dev.goldenrod.dataplane.remote.message.Protocol;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.dataplane.remote.rpc.RpcHandler;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests two agents with the token of the same cluster, and agents that respond late. */
@Timeout(900)
class ConnectedAgentsTest {
  private final ConnectedAgents agents = new ConnectedAgents();
  private final List<String> attached = new ArrayList<>();
  private final Cluster cluster =
      new Cluster(
          UUID.randomUUID(),
          UUID.randomUUID(),
          "edge",
          ClusterKind.AGENT,
          "identity",
          "hash",
          null,
          Instant.EPOCH);

  private void admit(RemoteDataPlane plane, String name) {
    agents.admit(cluster, plane, () -> attached.add(name));
  }

  @Test
  void the_second_waits_until_the_first_is_gone() {
    try (Pipe first = Pipe.to(new FakeDataPlane());
        Pipe second = Pipe.to(new FakeDataPlane())) {
      admit(first.plane(), "first");
      assertThatThrownBy(() -> admit(second.plane(), "second"))
          .isInstanceOf(RpcException.class)
          .hasMessageContaining("cluster 'edge' already has an agent");
      assertThat(attached).containsExactly("first");

      first.plane().close();
      admit(second.plane(), "second");
      assertThat(attached).containsExactly("first", "second");

      agents.remove(cluster, first.plane());
      assertThatThrownBy(() -> admit(first.plane(), "first")).isInstanceOf(RpcException.class);
    }
  }

  @Test
  void one_that_gives_no_answer_is_sent_away() {
    Silence silence = new Silence();
    RemoteDataPlane silent = silence.plane();
    try (Pipe second = Pipe.to(new FakeDataPlane())) {
      admit(silent, "silent");
      admit(second.plane(), "second");
    }

    assertThat(attached).containsExactly("silent", "second");
    assertThat(silence.end).contains("did not respond");
  }

  @Test
  void one_that_has_too_much_to_do_is_there() {
    Busy busy = new Busy();
    admit(busy.plane, "busy");
    try (Pipe second = Pipe.to(new FakeDataPlane())) {
      assertThatThrownBy(() -> admit(second.plane(), "second"))
          .hasMessageContaining("already has an agent");
    }
  }

  @Test
  void a_clients_request_for_engines_waits_for_five_seconds_at_most() {
    Busy busy = new Busy();

    assertThatThrownBy(busy.plane::engines).isInstanceOf(DataPlaneUnreachableException.class);

    assertThat(busy.sent).contains("\"method\":\"engines\"", "\"timeout_ms\":5000");
  }

  @Test
  void one_with_other_data_does_not_wait_for_the_first_and_is_told_that_it_is_not_the_clusters() {
    try (Pipe first = Pipe.to(new FakeDataPlane());
        Pipe stranger = Pipe.to(new FakeDataPlane("stranger"))) {
      admit(first.plane(), "first");
      assertThatThrownBy(
              () ->
                  agents.admit(
                      cluster,
                      stranger.plane(),
                      () -> {
                        throw new IllegalStateException("another data plane's");
                      }))
          .hasMessage("another data plane's");

      try (Pipe copy = Pipe.to(new FakeDataPlane())) {
        assertThatThrownBy(() -> admit(copy.plane(), "copy"))
            .hasMessageContaining("already has an agent");
      }
    }
    assertThat(attached).containsExactly("first");
  }

  @Test
  void one_that_is_not_let_in_is_not_there() {
    try (Pipe first = Pipe.to(new FakeDataPlane());
        Pipe second = Pipe.to(new FakeDataPlane())) {
      assertThatThrownBy(
              () ->
                  agents.admit(
                      cluster,
                      first.plane(),
                      () -> {
                        throw new IllegalStateException("refused");
                      }))
          .hasMessage("refused");
      admit(second.plane(), "second");
    }

    assertThat(attached).containsExactly("second");
  }

  /** A connection on which every request is rejected as one too many. */
  private static final class Busy implements Channel, RpcHandler {
    private final RpcConnection connection = new RpcConnection(this, this, Runnable::run);
    final RemoteDataPlane plane = planeOf(connection);
    private String sent = "";

    @Override
    public void send(String text) {
      sent = text;
      connection.receive("{\"id\":1,\"error\":{\"code\":-32002,\"message\":\"too much at once\"}}");
    }

    @Override
    public void close(String reason) {}

    @Override
    public JsonNode answer(String method, JsonNode params) {
      return NullNode.getInstance();
    }

    @Override
    public void notified(String method, JsonNode params) {}
  }

  private static RemoteDataPlane planeOf(RpcConnection connection) {
    Hello hello = new Hello(Protocol.CURRENT, "1.0", "local", "fake", "/srv", "other", null);
    return new RemoteDataPlane(hello, new AgentCalls(connection, "the agent"));
  }

  /** A connection on which no response arrives. */
  private static final class Silence implements Channel, RpcHandler {
    private String end = "";

    RemoteDataPlane plane() {
      return planeOf(new RpcConnection(this, this, Runnable::run));
    }

    @Override
    public void send(String text) {}

    @Override
    public void close(String reason) {
      end = reason;
    }

    @Override
    public JsonNode answer(String method, JsonNode params) {
      return NullNode.getInstance();
    }

    @Override
    public void notified(String method, JsonNode params) {}
  }
}
