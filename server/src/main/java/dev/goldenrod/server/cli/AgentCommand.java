package dev.goldenrod.server.cli;

import dev.goldenrod.server.AgentOptions;
import dev.goldenrod.server.Environment;
import dev.goldenrod.server.RunningAgent;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
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
  /** What it takes while it runs; the files of its token and of TLS are read at each connection. */
  private static final Set<String> TAKEN = Set.of("log-level");

  @Mixin private AgentOptions options = new AgentOptions();

  @Spec private CommandSpec spec;

  private final PrintStream out;
  private final Function<List<String>, ConfiguredStart> starts;

  /**
   * The command.
   *
   * @param starts reads its words anew, as a hangup asks for
   */
  AgentCommand(PrintStream out, Function<List<String>, ConfiguredStart> starts) {
    this.out = out;
    this.starts = starts;
  }

  @Override
  public void run() {
    Environment environment = ConfiguredWords.environment(spec);
    options.startLog(environment);
    try (RunningAgent agent = RunningAgent.start(options, environment, this::print)) {
      Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "shutdown"));
      if (!environment.file().isNone()) {
        List<String> words = spec.commandLine().getParseResult().originalArgs();
        Reload.onSignal(() -> starts.apply(words), TAKEN, AgentCommand::take);
      }
      agent.await();
    }
  }

  @Override
  public void check(Environment environment) {
    RunningAgent.check(options, environment);
  }

  private static void take(ConfiguredStart now) {
    ((AgentCommand) now.command()).options.takeLevels(now.environment());
  }

  private void print(String line) {
    out.println(line);
    out.flush();
  }
}
