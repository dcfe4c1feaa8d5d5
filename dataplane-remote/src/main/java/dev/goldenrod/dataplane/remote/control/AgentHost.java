package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.agent.AgentGateway;
import dev.goldenrod.port.AgentRegistry;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Accepts agents, and attaches their data planes to the clusters that their tokens belong to. */
public final class AgentHost implements AgentGateway, AutoCloseable {
  private final AgentRegistry agents;
  private final String release;
  private final ConnectedAgents connectedAgents = new ConnectedAgents();
  private final ExecutorService workers =
      Executors.newCachedThreadPool(new DaemonThreads("agents"));

  /**
   * @param release the control plane's release, for people
   */
  public AgentHost(AgentRegistry agents, String release) {
    this.agents = agents;
    this.release = release;
  }

  @Override
  public Optional<Session> open(String token, Channel channel) {
    return agents
        .clusterOf(token)
        .map(
            cluster ->
                new AgentSession(agents, connectedAgents, cluster, release, channel, workers));
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
