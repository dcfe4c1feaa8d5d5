package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.cli.terminal.TypedText;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** The command line: parses the arguments, runs the command and explains failures. */
public final class Cli {
  @Command(
      name = "goldenrod",
      description = "Golden databases that branch.",
      versionProvider = ReleaseLine.class,
      mixinStandardHelpOptions = true)
  static final class Root implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      spec.commandLine().usage(spec.commandLine().getErr());
      return ExitCode.USAGE.number();
    }
  }

  private final Terminal terminal;

  public Cli(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs a command, prints its failure if there is one, and returns the exit code. */
  public int execute(String... args) {
    return commandLine(wordsFor(args), args.length > 1 ? args[1] : "").execute(args);
  }

  /** Returns only the typed command if it is known, because building all commands takes longer. */
  private static List<TopLevelCommand> wordsFor(String... args) {
    if (args.length > 0 && List.of("-V", "--version").contains(args[0])) {
      return List.of();
    }
    List<TopLevelCommand> typed =
        Stream.of(TopLevelCommand.values())
            .filter(word -> args.length > 0 && word.word().equals(args[0]))
            .toList();
    return typed.isEmpty() ? List.of(TopLevelCommand.values()) : typed;
  }

  public CommandLine commandLine() {
    return commandLine(List.of(TopLevelCommand.values()), "");
  }

  private CommandLine commandLine(List<TopLevelCommand> words, String verb) {
    CommandLine line = new CommandLine(new Root());
    words.forEach(
        word -> line.addSubcommand(word.word(), VerbCommands.build(word.command(terminal), verb)));
    line.getSubcommands().values().forEach(Cli::finishHelp);
    line.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandListRenderer());
    line.setUsageHelpWidth(terminal.columns());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // Arguments that begin with @ are literal, including those passed to another program.
    line.setExpandAtFiles(false);
    line.setOut(new PrintWriter(terminal.out(), true));
    line.setErr(new PrintWriter(terminal.err(), true));
    line.setColorScheme(Colors.scheme(terminal));
    FailureReporter failures = new FailureReporter(terminal);
    line.setParameterExceptionHandler(failures::reportUsageError);
    line.setExecutionExceptionHandler(failures::reportFailure);
    line.setExecutionStrategy(TypedText::run);
    return line;
  }

  /** Sets the version and the layout of examples, which are the same for all commands. */
  private static void finishHelp(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.versionProvider(new ReleaseLine());
    if (spec.usageMessage().footer().length > 0 && spec.usageMessage().footerHeading().isEmpty()) {
      spec.usageMessage().footerHeading("%nExample:%n");
    }
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING, help -> "");
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, new Footer());
    command.getSubcommands().values().forEach(Cli::finishHelp);
  }
}
