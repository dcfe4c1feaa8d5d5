package dev.goldenrod.server.cli;

import dev.goldenrod.server.ConfigReport;
import dev.goldenrod.server.Environment;
import dev.goldenrod.server.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParseResult;

/** A parsed {@code serve} or {@code agent} command with its environment and file, not started. */
record ConfiguredStart(Startable command, CommandLine line) {
  interface Startable {
    /** Throws {@link UsageException} if the command would not start. */
    void check(Environment environment);
  }

  static ConfiguredStart of(
      Map<String, String> environment, ConfiguredCommandLine configured, List<String> words) {
    CommandLine root = Main.commandLine(environment, configured);
    ParseResult parsed =
        configured.readAgain(root.parseArgs(words.toArray(String[]::new))).subcommand();
    if (parsed.commandSpec().userObject() instanceof Startable command) {
      return new ConfiguredStart(command, parsed.commandSpec().commandLine());
    }
    throw new IllegalArgumentException(words.get(0) + " starts neither a server nor an agent");
  }

  void check() {
    try {
      command.check(environment());
    } catch (UsageException refused) {
      throw new ExecutionException(line, refused.getMessage(), refused);
    }
  }

  Environment environment() {
    return ConfiguredCommandLine.environment(line.getCommandSpec());
  }

  Optional<String> fileName() {
    return Optional.of(environment().file().path().toString()).filter(name -> !name.isEmpty());
  }

  List<ConfigReport.Line> lines() {
    return ConfigReport.of(line.getCommandSpec(), environment());
  }
}
