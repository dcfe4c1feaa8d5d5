package dev.goldenrod.server.cli;

import dev.goldenrod.server.AgentOptions;
import dev.goldenrod.server.RunningAgent;
import java.io.PrintStream;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a data plane for a control plane elsewhere, until the process is told to end. */
@Command(
    name = "agent",
    description = "Runs databases here for a control plane elsewhere, which it dials out to.",
    mixinStandardHelpOptions = true)
final class AgentCommand implements Runnable {
  @Mixin private AgentOptions options = new AgentOptions();

  private final Map<String, String> environment;
  private final PrintStream out;

  AgentCommand(Map<String, String> environment, PrintStream out) {
    this.environment = environment;
    this.out = out;
  }

  @Override
  public void run() {
    try (RunningAgent agent = RunningAgent.start(options, environment, this::print)) {
      Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "shutdown"));
      agent.await();
    }
  }

  private void print(String line) {
    out.println(line);
    out.flush();
  }
}
