package dev.goldenrod.server.conformance;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.remote.agent.Agent;
import dev.goldenrod.dataplane.remote.agent.AgentSetup;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.testkit.HttpConformance;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.server.testing.agents.ArrivingDataPlanes;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** Runs the HTTP conformance tests with data planes that are connected through agents. */
@Tag("slow")
class HttpThroughAgentsTest extends HttpConformance {
  private final Deque<Runnable> closers = new ArrayDeque<>();

  @Override
  protected Store newStore() {
    return new InMemoryStore();
  }

  /** Connects the data plane through an agent in this process, with its own WebSocket. */
  @Override
  protected DataPlane reach(FakeDataPlane dataPlane) {
    ArrivingDataPlanes arriving = new ArrivingDataPlanes();
    ControlPlane idle = ControlPlane.builder().store(new InMemoryStore()).build();
    AgentHost host = new AgentHost(arriving, "of the test");
    HttpApi api = HttpApi.create(idle).acceptAgents(host).start("127.0.0.1", 0);
    Agent agent =
        Agent.start(
            dataPlane,
            new AgentSetup(
                List.of(URI.create("http://127.0.0.1:" + api.port())),
                () -> ArrivingDataPlanes.TOKEN,
                "fake",
                "of the test",
                line -> {}));
    closers.push(idle::close);
    closers.push(host::close);
    closers.push(api::close);
    closers.push(agent::close);
    return arriving.await();
  }

  @AfterAll
  void close() {
    closers.forEach(Runnable::run);
  }
}
