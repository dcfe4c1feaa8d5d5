package dev.goldenrod.docs;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.bench.BenchCommand;
import dev.goldenrod.server.EnvironmentDefaults;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Tests that the page of all options and variables matches the code. */
class OptionsPageTest {
  private static final Pattern VARIABLE =
      Pattern.compile(
          "\"(GOLDENROD_[A-Z_]*[A-Z])\"|getenv\\(\"([A-Z_]+)\"\\)|\\$\\{(GOLDENROD_[A-Z_]+)");
  private static final Pattern ROW =
      Pattern.compile("^\\| `([A-Z][A-Z_]+)` \\|", Pattern.MULTILINE);

  private final Page page = Page.of("docs/options.md");
  private final CommandLine goldenrod = BenchCommand.of(Map.of());

  @Test
  void every_option_is_there_as_its_command_explains_it() {
    String header = "| Command | Option | Variable | Meaning |\n|---|---|---|---|\n";
    String table =
        commands(goldenrod).flatMap(OptionsPageTest::rows).collect(joining("\n", header, "\n\n"));

    assertThat(page.text()).contains(table);
  }

  @Test
  void every_variable_that_the_code_reads_is_there() {
    Set<String> ofOptions =
        commands(goldenrod)
            .flatMap(
                command ->
                    command.getCommandSpec().options().stream()
                        .flatMap(option -> variable(command, option).stream()))
            .collect(toCollection(TreeSet::new));
    Set<String> others =
        Page.sources()
            .flatMap(file -> file.find(VARIABLE).stream())
            .map(OptionsPageTest::found)
            .filter(name -> !ofOptions.contains(name))
            .collect(toCollection(TreeSet::new));

    assertThat(page.find(ROW)).extracting(row -> row.group(1)).hasSameElementsAs(others);
  }

  private static String found(MatchResult match) {
    return Stream.of(1, 2, 3).map(match::group).filter(Objects::nonNull).findFirst().orElseThrow();
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(OptionsPageTest::commands));
  }

  private static Stream<String> rows(CommandLine command) {
    return command.getCommandSpec().args().stream()
        .filter(argument -> !argument.hidden() && !isHelp(argument))
        .map(argument -> row(command, argument));
  }

  private static boolean isHelp(ArgSpec argument) {
    return argument instanceof OptionSpec option && (option.usageHelp() || option.versionHelp());
  }

  private static String row(CommandLine command, ArgSpec argument) {
    String name = argument instanceof OptionSpec option ? option.longestName() + " " : "";
    String label = argument.arity().max() == 0 ? "" : argument.paramLabel();
    return "| `%s` | `%s` | %s | %s |"
        .formatted(
            command.getCommandSpec().qualifiedName().replaceFirst("^goldenrod ", ""),
            (name + label).strip(),
            variable(command, argument).map(text -> "`" + text + "`").orElse(""),
            String.join(" ", argument.description()));
  }

  private static Optional<String> variable(CommandLine command, ArgSpec argument) {
    return command.getDefaultValueProvider() instanceof EnvironmentDefaults defaults
            && argument instanceof OptionSpec option
        ? defaults.variableOf(option)
        : Optional.empty();
  }
}
