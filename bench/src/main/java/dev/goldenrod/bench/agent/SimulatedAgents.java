package dev.goldenrod.bench.agent;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.IdleDataPlane;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.dataplane.remote.agent.Agent;
import dev.goldenrod.dataplane.remote.agent.AgentSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Real agents with idle data planes, all in one process. The process starts an agent for each token
 * that it reads, and prints a line whenever an agent has connected.
 */
final class SimulatedAgents implements AutoCloseable {
  private static final String CONNECTED = "goldenrod agent connected";

  private final ServerProcess process;
  private final Semaphore connected = new Semaphore(0);

  private SimulatedAgents(ServerProcess process) {
    this.process = process;
  }

  public static void main(String[] arguments) throws IOException {
    URI server = URI.create(arguments[0]);
    print("ready");
    BufferedReader tokens =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = tokens.readLine(); line != null; line = tokens.readLine()) {
      String token = line;
      AgentSetup setup =
          new AgentSetup(
              List.of(server), () -> token, "local", "simulated", SimulatedAgents::print);
      Agent.start(new IdleDataPlane("idle-" + token.hashCode()), setup);
    }
  }

  private static synchronized void print(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Starts a process without agents, whose agents will connect to the given server. */
  static SimulatedAgents start(URI server) {
    SimulatedAgents agents =
        new SimulatedAgents(ServerProcess.start(SimulatedAgents.class, List.of(server.toString())));
    new DaemonThreads("agents-lines").newThread(agents::read).start();
    return agents;
  }

  private void read() {
    process.lines().filter(line -> line.startsWith(CONNECTED)).forEach(line -> connected.release());
  }

  void add(String token) {
    process.sendLine(token);
  }

  /** Waits for further connections, or throws a {@link BenchFailure} on timeout. */
  void awaitConnected(int count, Duration atMost) {
    try {
      if (!connected.tryAcquire(count, atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new BenchFailure(
            "%d of %d agents are not connected after %d seconds"
                .formatted(count - connected.availablePermits(), count, atMost.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
