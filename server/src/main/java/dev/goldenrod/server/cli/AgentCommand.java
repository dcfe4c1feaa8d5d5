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

/** Runs the data plane of a remote control plane until the process is stopped. */
@Command(
    name = "agent",
    description = "Runs databases for a control plane on another machine, to which it connects.",
    mixinStandardHelpOptions = true)
final class AgentCommand implements Runnable, ConfiguredStart.Startable {
  /** Options that SIGHUP applies; the token and TLS files are read at each connection. */
  private static final Set<String> RELOADABLE = Set.of("log-level");

  @Mixin private AgentOptions options = new AgentOptions();

  @Spec private CommandSpec spec;

  private final PrintStream out;
  private final Function<List<String>, ConfiguredStart> starts;

  /**
   * @param starts parses the command's words again on SIGHUP
   */
  AgentCommand(PrintStream out, Function<List<String>, ConfiguredStart> starts) {
    this.out = out;
    this.starts = starts;
  }

  @Override
  public void run() {
    Environment environment = ConfiguredCommandLine.environment(spec);
    options.startLog(environment);
    try (ClassArchiver archiver = ClassArchiver.start();
        RunningAgent agent = RunningAgent.start(options, environment, this::print)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(agent, archiver), "shutdown"));
      ConfigReloader.onSignal(spec, starts, RELOADABLE, AgentCommand::applyReload);
      agent.await();
    }
  }

  @Override
  public void check(Environment environment) {
    RunningAgent.check(options, environment);
  }

  private static void stop(RunningAgent agent, ClassArchiver archiver) {
    archiver.close();
    agent.close();
  }

  private static void applyReload(ConfiguredStart now) {
    ((AgentCommand) now.command()).options.applyLogLevels(now.environment());
  }

  private void print(String line) {
    out.println(line);
    out.flush();
  }
}
