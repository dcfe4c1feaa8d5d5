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

/** A running agent with its data plane. */
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
   * Starts an agent with the options, variables and file of {@code agent}.
   *
   * @param lines receives each line to print
   * @throws UsageException if the agent cannot start; then nothing is left open
   */
  public static RunningAgent start(
      AgentOptions options, Environment environment, Consumer<String> lines) {
    try {
      return new RunningAgent(AgentSettings.of(options, environment), lines);
    } catch (UncheckedIOException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /** Checks the settings; throws {@link UsageException} if an agent would not start. */
  public static void check(AgentOptions options, Environment environment) {
    options.log.levels(environment);
    AgentSettings settings = AgentSettings.of(options, environment);
    settings.token();
    settings.tls();
  }

  private DataPlane open(AgentSettings settings) {
    // An agent of local databases must not load classes of Kubernetes.
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
   * Blocks until the agent is closed; throws {@link UsageException} if it is rejected permanently.
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

  /** Closes the connections. The databases keep running. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
