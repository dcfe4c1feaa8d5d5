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
 * Agents as they are, in one process of their own, whose data planes have nothing to do: each token
 * that the process reads is another agent's. Whenever one is connected, it says so in a line.
 */
final class SimulatedAgents implements AutoCloseable {
  private static final String CONNECTED = "goldenrod agent connected";

  private final ServerProcess process;
  private final Semaphore connected = new Semaphore(0);

  private SimulatedAgents(ServerProcess process) {
    this.process = process;
  }

  /** Runs them until the standard input ends. */
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

  /** A process without an agent yet, whose agents will dial there. */
  static SimulatedAgents start(URI server) {
    SimulatedAgents agents =
        new SimulatedAgents(ServerProcess.start(SimulatedAgents.class, List.of(server.toString())));
    new DaemonThreads("agents-lines").newThread(agents::read).start();
    return agents;
  }

  private void read() {
    process.lines().filter(line -> line.startsWith(CONNECTED)).forEach(line -> connected.release());
  }

  /** Starts one more. */
  void add(String token) {
    process.tell(token);
  }

  /**
   * Returns when so many connections were made that were not waited for before.
   *
   * @throws BenchFailure when they were not in that time
   */
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
