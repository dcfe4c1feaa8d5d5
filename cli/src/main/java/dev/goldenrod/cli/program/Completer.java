package dev.goldenrod.cli.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Computes completions at the cursor: commands, options, their values and names. */
final class Completer {
  /** Placeholders of the help texts for which the command of the same name lists the values. */
  private static final String NOUNS =
      "GOLDEN|CLONE|DATABASE|DELETED|CONTEXT|CLUSTER|POOL|SOURCE|IMPORT|MEMBER|INVITE|TOKEN";

  /** Commands whose NAME must exist already, with the lists of those names. */
  private static final Map<String, List<List<String>>> NAMED =
      Map.of(
          "run", List.of(List.of("golden", "list"), List.of("database", "list")),
          "checkout", List.of(List.of("golden", "list"), List.of("database", "list")));

  private static final List<List<String>> DATABASES =
      List.of(List.of("database", "list"), List.of("clone", "list"));

  private static final Set<String> OPENING =
      Set.of("psql", "mysql", "mongosh", "url", "wake", "tunnel");

  /** The values at the beginning of a help text, as in {@code small, medium or large (small)}. */
  private static final Pattern VALUES =
      Pattern.compile("^((?:[\\w.]+, )*[\\w.]+ or [\\w.]+)(?: \\(|\\.$)");

  private final CommandLine root;
  private final Function<List<String>, List<String>> names;

  private CommandLine command;
  private @Nullable OptionSpec pending;
  private final List<String> positions = new ArrayList<>();
  private final Map<String, String> options = new HashMap<>();

  /**
   * @param names returns the names that a list command prints
   */
  Completer(CommandLine root, Function<List<String>, List<String>> names) {
    this.root = root;
    this.command = root;
    this.names = names;
  }

  /**
   * Returns the candidates, with a tab and the description if there is one.
   *
   * @param typed the words after the program's name; the last one is incomplete and may be empty
   */
  List<String> candidates(List<String> typed) {
    String last = typed.isEmpty() ? "" : typed.get(typed.size() - 1);
    List<String> before = typed.isEmpty() ? List.of() : typed.subList(0, typed.size() - 1);
    before.forEach(this::pass);
    return here(last, before).filter(candidate -> candidate.startsWith(last)).toList();
  }

  private void pass(String word) {
    if (pending != null) {
      options.put(pending.longestName(), word);
      pending = null;
    } else if (word.startsWith("-")) {
      OptionSpec option = command.getCommandSpec().findOption(word);
      pending = option != null && option.arity().min() > 0 ? option : null;
    } else if (positions.isEmpty() && command.getSubcommands().containsKey(word)) {
      command = command.getSubcommands().get(word);
    } else {
      positions.add(word);
    }
  }

  private Stream<String> here(String last, List<String> before) {
    if (pending != null) {
      return values(pending);
    }
    // Arguments after two dashes belong to another program.
    if (before.contains("--")) {
      return Stream.empty();
    }
    return last.startsWith("-") ? options() : Stream.concat(words(), positional());
  }

  private Stream<String> options() {
    return command.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .map(option -> described(option.longestName(), option.description()));
  }

  private Stream<String> words() {
    return positions.isEmpty() ? words(command) : Stream.empty();
  }

  private static Stream<String> words(CommandLine noun) {
    return noun.getSubcommands().entrySet().stream()
        .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
        .map(
            entry ->
                described(
                    entry.getKey(),
                    entry.getValue().getCommandSpec().usageMessage().description()));
  }

  private Stream<String> positional() {
    if (command.getCommandName().equals("help")) {
      return explained();
    }
    List<PositionalParamSpec> parameters = command.getCommandSpec().positionalParameters();
    return parameters.stream()
        .filter(parameter -> parameter.index().contains(positions.size()))
        .limit(1)
        .flatMap(this::values);
  }

  private Stream<String> explained() {
    CommandLine noun = root;
    for (String word : positions) {
      noun = noun.getSubcommands().get(word);
      if (noun == null) {
        return Stream.empty();
      }
    }
    return noun == root ? Stream.concat(words(noun), HelpCommand.topics().stream()) : words(noun);
  }

  private Stream<String> values(ArgSpec argument) {
    if (argument.type().isEnum()) {
      return Arrays.stream(argument.type().getEnumConstants()).map(Object::toString);
    }
    if (argument.completionCandidates() != null) {
      return positions.isEmpty()
          ? StreamSupport.stream(argument.completionCandidates().spliterator(), false)
          : Stream.empty();
    }
    String label = argument.paramLabel().replaceAll("^\\[?([A-Z]+).*", "$1");
    List<String> all =
        label.equals("VERSION")
            ? versions(argument)
            : lists(argument, label).stream().flatMap(list -> names.apply(list).stream()).toList();
    return all.isEmpty() ? told(argument) : all.stream().distinct();
  }

  private static Stream<String> told(ArgSpec argument) {
    return Stream.of(argument.description())
        .limit(1)
        .map(VALUES::matcher)
        .filter(Matcher::find)
        .flatMap(values -> Stream.of(values.group(1).split(", | or ")));
  }

  /** Returns the list commands for a placeholder. For other commands, NAME is a new name. */
  private List<List<String>> lists(ArgSpec argument, String label) {
    String word = command.getCommandName();
    return switch (label) {
      case "NAME" -> OPENING.contains(word) ? DATABASES : NAMED.getOrDefault(word, List.of());
      case "SNAPSHOT" -> List.of(behind(List.of("snapshot", "list"), argument.isOption()));
      case "PARENT", "BRANCH" -> List.of(List.of("database", "list"));
      default ->
          label.matches(NOUNS)
              ? List.of(List.of(label.toLowerCase(Locale.ROOT), "list"))
              : List.of();
    };
  }

  /** Returns the versions of the golden typed before, or of the chosen engine. */
  private List<String> versions(ArgSpec argument) {
    if (argument instanceof OptionSpec option && option.longestName().equals("--golden-version")) {
      return positions.isEmpty()
          ? List.of()
          : names.apply(behind(List.of("golden", "versions"), true));
    }
    String engine = options.getOrDefault("--type", "postgresql") + " ";
    return names.apply(List.of("engines")).stream()
        .filter(name -> name.startsWith(engine))
        .map(name -> name.substring(engine.length()))
        .toList();
  }

  /** Adds the first typed name to a list command, to list what belongs to it. */
  private List<String> behind(List<String> list, boolean isOfFirst) {
    return isOfFirst && !positions.isEmpty()
        ? Stream.concat(list.stream(), Stream.of(positions.get(0))).toList()
        : list;
  }

  private static String described(String candidate, String... description) {
    return description.length == 0 ? candidate : candidate + "\t" + description[0];
  }
}
