package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.remote.agent.Agent;
import dev.goldenrod.dataplane.remote.agent.AgentRefusal;
import dev.goldenrod.dataplane.remote.agent.AgentSetup;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An agent whose token was revoked loses its WebSocket and gives up. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class DismissedAgentTest {
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final InMemoryStore store = new InMemoryStore();

  enum Change {
    ANOTHER_TOKEN((control, id) -> control.clusters().renewToken(control.admin(), id)),
    DELETION((control, id) -> control.clusters().delete(control.admin(), id));

    private final BiConsumer<ControlPlane, UUID> change;

    Change(BiConsumer<ControlPlane, UUID> change) {
      this.change = change;
    }
  }

  @AfterEach
  void close() {
    closers.forEach(Runnable::run);
    store.close();
  }

  @ParameterizedTest
  @EnumSource
  void it_ends_when_its_own_server_makes_the_change(Change change) {
    ControlPlane control = control();
    dismiss(change, control, control);
  }

  @ParameterizedTest
  @EnumSource
  void it_ends_when_another_server_of_the_store_does(Change change) {
    dismiss(change, control(), control());
  }

  private void dismiss(Change change, ControlPlane served, ControlPlane changing) {
    Actor admin = served.admin();
    Clusters.Created edge = served.clusters().create(admin, "edge");
    UUID id = edge.cluster().id();
    Agent agent = agent(served, edge.agentToken());
    await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> served.clusters().isOnline(served.clusters().find(admin, id)));

    change.change.accept(changing, id);

    assertThatThrownBy(agent::await)
        .isInstanceOf(AgentRefusal.class)
        .hasMessageContaining("has no cluster with this token");
    assertThat(served.agents().clusterOf(edge.agentToken())).isEmpty();
  }

  private ControlPlane control() {
    ControlPlane control = ControlPlane.builder().store(store).build().start();
    closers.add(control::close);
    return control;
  }

  private Agent agent(ControlPlane control, String token) {
    AgentHost host = new AgentHost(control.agents(), "of the test");
    HttpApi api = HttpApi.create(control).acceptAgents(host).start("127.0.0.1", 0);
    URI address = URI.create("http://127.0.0.1:" + api.port());
    Agent agent =
        Agent.start(
            new FakeDataPlane("far"),
            new AgentSetup(List.of(address), () -> token, "fake", "of the test", line -> {}));
    closers.push(host::close);
    closers.push(api::close);
    closers.push(agent::close);
    return agent;
  }
}
