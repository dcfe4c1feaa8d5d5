package dev.goldenrod.cli.session;

import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Options of every command that talks to a server. */
public final class CommandOptions {
  public static final String UNSET_TOKEN = "unset GOLDENROD_TOKEN";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "Output format: table, json, yaml, name or csv (${DEFAULT-VALUE}).")
  Printer.Format output = Printer.Format.TABLE;

  @Option(
      names = "--context",
      paramLabel = "CONTEXT",
      description = "Context of the server, as in 'goldenrod context list'.")
  @Nullable String context;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Address of the server, with the token in GOLDENROD_TOKEN or of a login there.")
  @Nullable String url;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only data and errors.")
  boolean isQuiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print each request with its id and duration.")
  boolean isVerbose;

  @Option(
      names = "--agent",
      description = "Output for programs: JSON, no questions, and suggested next commands.")
  boolean isAgent;

  public Printer.Format format() {
    return isAgent && output == Printer.Format.TABLE ? Printer.Format.JSON : output;
  }

  public @Nullable String contextOr(@Nullable String other) {
    return context == null ? other : context;
  }

  /** Returns the server selected by the options, the environment or a file. */
  public Target chooseTarget(Terminal terminal) {
    return Target.choose(terminal, context, url);
  }

  /** Returns the typed command with a further option, as a next step. */
  public String retypedWith(String option) {
    List<String> words =
        new ArrayList<>(command.root().commandLine().getParseResult().originalArgs());
    words.add(words.contains("--") ? words.indexOf("--") : words.size(), option);
    words.add(0, command.root().name());
    return words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
  }

  public static boolean isForMachines(ParseResult parsed) {
    return of(parsed).filter(it -> it.format() == Printer.Format.JSON).isPresent();
  }

  /** Returns the command's words without its arguments, as in {@code source list}. */
  public static String typedWords(ParseResult parsed) {
    return leaf(parsed).commandSpec().qualifiedName().replaceFirst("^goldenrod ", "");
  }

  public static CliException unknownToken(ParseResult parsed, Terminal terminal) {
    return of(parsed).filter(it -> it.hasTokenOfVariable(terminal)).isPresent()
        ? new CliException(
            ExitCode.NOT_ALLOWED,
            "the token in GOLDENROD_TOKEN is unknown to the server or no longer valid",
            UNSET_TOKEN)
        : new CliException(
            ExitCode.NOT_ALLOWED,
            "the token is unknown to the server or no longer valid",
            "goldenrod login");
  }

  public boolean hasTokenOfVariable(Terminal terminal) {
    return context == null && !terminal.variable("GOLDENROD_TOKEN").isEmpty();
  }

  private static Optional<CommandOptions> of(ParseResult parsed) {
    return leaf(parsed).commandSpec().mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(CommandOptions.class::isInstance)
        .map(CommandOptions.class::cast)
        .findFirst();
  }

  private static ParseResult leaf(ParseResult parsed) {
    ParseResult leaf = parsed;
    while (leaf.hasSubcommand()) {
      leaf = leaf.subcommand();
    }
    return leaf;
  }
}
