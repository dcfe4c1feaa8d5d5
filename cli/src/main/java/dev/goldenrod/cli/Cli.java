package dev.goldenrod.cli;

import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Release;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.cli.terminal.TypedText;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/** The command line: parses the arguments, runs the command and explains failures. */
public final class Cli {
  @Command(
      name = "goldenrod",
      description = "Golden databases that branch.",
      versionProvider = Release.class,
      mixinStandardHelpOptions = true)
  static final class Root implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      spec.commandLine().usage(spec.commandLine().getErr());
      return ExitCode.USAGE.number();
    }
  }

  /**
   * Not a lambda: if one implements an interface of picocli, Java 17 leaves that interface, and all
   * classes of picocli that implement it, out of a class data archive.
   */
  private static final class Run implements IExecutionStrategy {
    @Override
    public int execute(ParseResult parsed) {
      return run(parsed);
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
    for (TopLevelCommand word : words) {
      line.addSubcommand(word.word(), NounCommand.commandLine(word.command(terminal), verb));
    }
    HelpLayout.apply(line);
    line.setUsageHelpWidth(terminal.columns());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // Arguments that begin with @ are literal, including those passed to another program.
    line.setExpandAtFiles(false);
    line.setOut(new PrintWriter(terminal.out(), true));
    line.setErr(new PrintWriter(terminal.err(), true));
    line.setColorScheme(Help.defaultColorScheme(isColored() ? Ansi.ON : Ansi.OFF));
    FailureReporter failures = new FailureReporter(terminal);
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    line.setExecutionStrategy(new Run());
    return line;
  }

  private boolean isColored() {
    return terminal.terminals().contains("out")
        && terminal.variable("NO_COLOR").isEmpty()
        && !terminal.variable("TERM").equals("dumb");
  }

  /**
   * Runs the parsed command.
   *
   * @throws ParameterException if an argument was not decoded; the message names it
   */
  public static int run(ParseResult parsed) {
    TypedText.requireDecoded(parsed);
    return new RunLast().execute(parsed);
  }
}
