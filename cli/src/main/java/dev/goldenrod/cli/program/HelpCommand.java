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
      case "examples" -> Topics.examples().forEach(terminal.out()::println);
      case "exit-codes" -> Topics.exitCodes().forEach(terminal.out()::println);
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
}
