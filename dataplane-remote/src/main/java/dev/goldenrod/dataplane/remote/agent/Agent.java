package dev.goldenrod.dataplane.remote.agent;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.port.DataPlane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An agent, which lets control planes work in a data plane that they cannot reach: it dials out to
 * each of their servers, reconnects when a connection ends, and performs their requests. Closing
 * the agent leaves the data plane open. Thread-safe.
 */
public final class Agent implements AutoCloseable {
  private final ExecutorService workers = Executors.newCachedThreadPool(new DaemonThreads("agent"));
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final List<AgentLink> links;

  private Agent(DataPlane plane, AgentSetup options) {
    links =
        options.servers().stream()
            .map(server -> new AgentLink(plane, options, server, workers))
            .toList();
    plane.onChange(id -> links.forEach(link -> link.changed(id)));
  }

  /** Starts to dial, in threads of its own. */
  public static Agent start(DataPlane plane, AgentSetup options) {
    Agent agent = new Agent(plane, options);
    agent.links.forEach(link -> agent.workers.execute(() -> agent.runLink(link)));
    return agent;
  }

  private void runLink(AgentLink link) {
    try {
      link.run();
    } catch (AgentRefusal | Error e) {
      end.completeExceptionally(e);
    }
  }

  /** Waits until the agent is closed, or throws an {@link AgentRefusal}. */
  public void await() throws InterruptedException {
    try {
      end.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AgentRefusal refusal) {
        throw refusal;
      }
      throw new IllegalStateException("the agent failed unexpectedly", e.getCause());
    }
  }

  @Override
  public void close() {
    links.forEach(AgentLink::close);
    end.complete(null);
    workers.shutdownNow();
  }
}
