package dev.goldenrod.cli.program;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints help: {@code goldenrod help}. */
@Command(
    name = "help",
    description =
        "Explains a command; 'help examples' shows examples, 'help exit-codes' the exit codes.",
    mixinStandardHelpOptions = true)
public final class HelpCommand implements Runnable {
  private final Terminal terminal;
  private final Supplier<CommandLine> all;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "Command to explain, as in 'help clone create'.")
  private List<String> words = new ArrayList<>();

  public HelpCommand(Terminal terminal, Supplier<CommandLine> all) {
    this.terminal = terminal;
    this.all = all;
  }

  @Override
  public void run() {
    switch (String.join(" ", words)) {
      case "examples" -> examples().forEach(terminal.out()::println);
      case "exit-codes" -> exitCodes().forEach(terminal.out()::println);
      default -> usage();
    }
  }

  private void usage() {
    CommandLine command = all.get();
    for (String word : words) {
      command = command.getSubcommands().get(word);
      if (command == null) {
        throw new CliException(
            ExitCode.USAGE, "there is no command '%s'".formatted(word), "goldenrod help");
      }
    }
    command.usage(new PrintWriter(terminal.out(), true));
  }

  /** Returns the help topics that are not commands. */
  static List<String> topics() {
    return List.of("examples", "exit-codes");
  }

  static List<String> examples() {
    return List.of(
        "Your own server, and a database:",
        "  goldenrod up",
        "  goldenrod database create orders",
        "  goldenrod psql orders",
        "",
        "A branch of the database, its changes, and its promotion:",
        "  goldenrod branch create orders orders-next",
        "  goldenrod psql orders-next -- -c 'create table tea (name text)'",
        "  goldenrod diff orders-next",
        "  goldenrod database promote orders-next",
        "",
        "A clone of a golden for eight hours, and its login in your shell:",
        "  goldenrod clone create shop mine --ttl 8h",
        "  eval \"$(goldenrod url mine --env)\"",
        "  goldenrod clone reset mine",
        "  goldenrod clone delete mine",
        "",
        "Tests on a clone that is deleted when they end:",
        "  goldenrod run shop -- ./gradlew test",
        "",
        "In a script:",
        "  goldenrod login https://goldenrod.example --token-stdin < token",
        "  goldenrod clone create shop -o json | jq -r .endpoint",
        "",
        "A golden of an existing database:",
        "  goldenrod secret put shop-source --username app",
        "  goldenrod source add --host db.example --dbname shop --secret shop-source",
        "  goldenrod import start shop",
        "  goldenrod golden share shop");
  }

  static List<String> exitCodes() {
    return List.of(
        "0  done",
        "1  refused by the server, or the awaited work failed",
        "2  the command line is wrong, or nobody can be asked",
        "3  the named resource does not exist",
        "4  not logged in, or not allowed",
        "5  a conflict with an existing resource or its state",
        "6  the timeout expired; work that was requested continues",
        "7  no server answered, or it is unknown whether a change was made",
        "126  the program to start cannot be run",
        "127  the program to start is not on this machine",
        "",
        "psql, mysql, mongosh and run return the exit code of the program that they start,",
        "and 130 after Ctrl-C.");
  }
}
