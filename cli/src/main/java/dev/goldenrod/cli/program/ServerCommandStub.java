package dev.goldenrod.cli.program;

import static java.util.Map.entry;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Commands of the server's jar. The launcher runs them there; here they appear in the help, and
 * report a missing server if the command line was installed alone.
 */
public final class ServerCommandStub {
  /** The commands' descriptions, identical to those in the server's help. */
  public static final Map<String, String> DESCRIPTIONS =
      new TreeMap<>(
          Map.ofEntries(
              entry("serve", "Serves the API, and runs the databases."),
              entry(
                  "agent",
                  "Runs databases for a control plane on another machine, to which it connects."),
              entry(
                  "config",
                  "Checks a server's configuration file, and shows where each option is from."),
              entry(
                  "demo",
                  "Shows imports, clones and branches on a sample database, then serves until Ctrl-C."),
              entry("secret", "Stores passwords for logging in to sources."),
              entry("engine", "Lists, installs and removes versions of database engines."),
              entry(
                  "orphans",
                  "Lists, restores and deletes resources of a data plane that the store does not"
                      + " know."),
              entry("backup", "Backs up a server's store with its token, secrets and keys."),
              entry("restore", "Restores a backup."),
              entry("upgrade", "Shows what a new release will change in the store."),
              entry(
                  "shutdown",
                  "Stops all databases of a stopped server; the next start of the server starts"
                      + " them again with their data."),
              entry(
                  "purge",
                  "Stops all databases of a stopped server and deletes its data directory."),
              entry("bench", "Measures Goldenrod, compared with doing the same without it."),
              entry("image", "Builds the server's container image, without Docker.")));

  /** The verbs of the commands that are nouns. */
  private static final Map<String, List<String>> VERBS =
      Map.of(
          "config", List.of("check", "show"),
          "secret", List.of("put"),
          "engine", List.of("list", "install", "remove"),
          "orphans", List.of("list", "restore", "delete"));

  private ServerCommandStub() {}

  public static CommandLine commandLine(String word) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection((Runnable) () -> refuse(word));
    spec.name(word).usageMessage().description(DESCRIPTIONS.get(word));
    spec.addPositional(
        PositionalParamSpec.builder()
            .arity("0..*")
            .completionCandidates(VERBS.getOrDefault(word, List.of()))
            .type(List.class)
            .auxiliaryTypes(String.class)
            .hidden(true)
            .build());
    spec.parser().unmatchedOptionsArePositionalParams(true);
    return new CommandLine(spec);
  }

  private static void refuse(String word) {
    throw new CliException(
        ExitCode.USAGE,
        "'%s' is a command of the server, which is not installed here".formatted(word),
        "java -jar goldenrod.jar " + word + " --help");
  }
}
