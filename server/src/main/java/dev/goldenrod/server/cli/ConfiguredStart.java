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

/**
 * The words of {@code serve} or {@code agent} with what variables and the file say, not started.
 */
record ConfiguredStart(Startable command, CommandLine line) {
  /** What starts, when it is told to. */
  interface Startable {
    /**
     * Checks what it would start with.
     *
     * @throws UsageException when it would not start
     */
    void check(Environment environment);
  }

  /** Reads the words, the first of which names the command. */
  static ConfiguredStart of(
      Map<String, String> environment, ConfiguredWords configured, List<String> words) {
    CommandLine root = Main.commandLine(environment, configured);
    ParseResult parsed =
        configured.readAgain(root.parseArgs(words.toArray(String[]::new))).subcommand();
    if (parsed.commandSpec().userObject() instanceof Startable command) {
      return new ConfiguredStart(command, parsed.commandSpec().commandLine());
    }
    throw new IllegalArgumentException(words.get(0) + " starts nothing");
  }

  /** Checks everything that can be checked without a start. */
  void check() {
    try {
      command.check(environment());
    } catch (UsageException refused) {
      throw new ExecutionException(line, refused.getMessage(), refused);
    }
  }

  Environment environment() {
    return ConfiguredWords.environment(line.getCommandSpec());
  }

  /** The file that counts; empty for none. */
  Optional<String> fileName() {
    return Optional.of(environment().file().path().toString()).filter(name -> !name.isEmpty());
  }

  /** What each option has. */
  List<ConfigReport.Line> lines() {
    return ConfigReport.of(line.getCommandSpec(), environment());
  }
}
