package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.remote.agent.Agent;
import dev.goldenrod.dataplane.remote.agent.AgentRefusal;
import dev.goldenrod.dataplane.remote.agent.AgentSetup;
import dev.goldenrod.port.DataPlane;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** An agent and its data plane, from start to close. */
public final class RunningAgent implements AutoCloseable {
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final Agent agent;

  private RunningAgent(AgentSettings settings, Consumer<String> lines) {
    settings.token();
    settings.tls();
    DataPlane plane = open(settings);
    agent =
        Agent.start(
            plane,
            new AgentSetup(
                settings.servers(),
                settings::token,
                settings::tls,
                settings.kubernetes().isPresent() ? "kubernetes" : "local",
                Version.current(),
                lines));
    closers.push(agent::close);
  }

  /**
   * Starts as {@code agent} does with these options, variables and file.
   *
   * @param lines takes what is to be printed, a line each
   * @throws UsageException when it cannot; then nothing is left open
   */
  public static RunningAgent start(
      AgentOptions options, Environment environment, Consumer<String> lines) {
    try {
      return new RunningAgent(AgentSettings.of(options, environment), lines);
    } catch (UncheckedIOException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /**
   * Checks what {@code agent} would start with.
   *
   * @throws UsageException when it would not start
   */
  public static void check(AgentOptions options, Environment environment) {
    options.log.levels(environment);
    AgentSettings settings = AgentSettings.of(options, environment);
    settings.token();
    settings.tls();
  }

  private DataPlane open(AgentSettings settings) {
    // An agent of local databases loads no class of Kubernetes.
    return settings.kubernetes().isPresent() ? kubernetes(settings) : local(settings);
  }

  private DataPlane kubernetes(AgentSettings settings) {
    DataPlane plane = EmbeddedDataPlane.kubernetes(settings.kubernetes().orElseThrow());
    closers.push(plane::close);
    return plane;
  }

  private DataPlane local(AgentSettings settings) {
    DataDirectory directory = DataDirectory.lock(settings.dataDir());
    closers.push(directory::close);
    try {
      DataPlane plane = EmbeddedDataPlane.local(settings.local(), directory);
      closers.push(plane::close);
      return plane;
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Returns when the agent was closed.
   *
   * @throws UsageException when a control plane refuses it for good
   */
  public void await() {
    try {
      agent.await();
    } catch (AgentRefusal refusal) {
      throw new UsageException(refusal.getMessage(), refusal);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the connections, and leaves the databases running. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
