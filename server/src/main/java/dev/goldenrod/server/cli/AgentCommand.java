package dev.goldenrod.server.cli;

import dev.goldenrod.server.AgentOptions;
import dev.goldenrod.server.Environment;
import dev.goldenrod.server.RunningAgent;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a data plane for a control plane elsewhere, until the process is told to end. */
@Command(
    name = "agent",
    description = "Runs databases here for a control plane elsewhere, which it dials out to.",
    mixinStandardHelpOptions = true)
final class AgentCommand implements Runnable, ConfiguredStart.Startable {
  @Mixin private AgentOptions options = new AgentOptions();

  @Spec private CommandSpec spec;

  private final PrintStream out;

  AgentCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    Environment environment = ConfiguredWords.environment(spec);
    options.startLog(environment);
    try (RunningAgent agent = RunningAgent.start(options, environment, this::print)) {
      Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "shutdown"));
      agent.await();
    }
  }

  @Override
  public void check(Environment environment) {
    RunningAgent.check(options, environment);
  }

  private void print(String line) {
    out.println(line);
    out.flush();
  }
}
