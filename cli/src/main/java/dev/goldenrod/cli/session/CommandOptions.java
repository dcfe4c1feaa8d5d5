package dev.goldenrod.cli.session;

import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.output.OutputFormat;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
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

/** What every command that talks to a server takes. */
public final class CommandOptions {
  /** What has a command use the login again. */
  public static final String UNSET_TOKEN = "unset GOLDENROD_TOKEN";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json, yaml, name or csv (${DEFAULT-VALUE}).")
  OutputFormat output = OutputFormat.TABLE;

  @Option(
      names = "--context",
      paramLabel = "CONTEXT",
      description = "The server, as 'goldenrod context list' names it.")
  @Nullable String context;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server's address, with the token in GOLDENROD_TOKEN or of a login there.")
  @Nullable String url;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but the data and what goes wrong.")
  boolean isQuiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Say each request, with its id and time.")
  boolean isVerbose;

  @Option(names = "--agent", description = "For machines: JSON, no question, and what to do next.")
  boolean isAgent;

  public OutputFormat format() {
    return isAgent && output == OutputFormat.TABLE ? OutputFormat.JSON : output;
  }

  /** The context that was named, else the given one. */
  public @Nullable String contextOr(@Nullable String other) {
    return context == null ? other : context;
  }

  /** The server that they, the environment or a file name. */
  public Target chooseTarget(Terminal terminal) {
    return Target.choose(terminal, context, url);
  }

  /** The command as it was typed, with one more option. */
  String retypedWith(String option) {
    List<String> words =
        new ArrayList<>(command.root().commandLine().getParseResult().originalArgs());
    words.add(words.contains("--") ? words.indexOf("--") : words.size(), option);
    words.add(0, command.root().name());
    return words.stream().map(CommandOptions::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** Whether the command that was typed is read by a program. */
  public static boolean isForMachines(ParseResult parsed) {
    return of(parsed).filter(it -> it.format() == OutputFormat.JSON).isPresent();
  }

  /** The command's words as they were typed, without what they name, as in {@code source list}. */
  public static String typedWords(ParseResult parsed) {
    return leaf(parsed).commandSpec().qualifiedName().replaceFirst("^goldenrod ", "");
  }

  /** That the server knows the token of the command that was typed no more. */
  public static CliException unknownToken(ParseResult parsed, Terminal terminal) {
    return of(parsed).filter(it -> it.hasTokenOfVariable(terminal)).isPresent()
        ? new CliException(
            ExitCode.NOT_ALLOWED,
            "the server does not know the token in GOLDENROD_TOKEN, or it has ended",
            UNSET_TOKEN)
        : new CliException(
            ExitCode.NOT_ALLOWED,
            "the server does not know the token, or it has ended",
            "goldenrod login");
  }

  /** Whether the token is the environment's, and not that of a login. */
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
