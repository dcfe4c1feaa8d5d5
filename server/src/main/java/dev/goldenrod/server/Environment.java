package dev.goldenrod.server;

import dev.goldenrod.server.config.ConfigFile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The sources of option values, in order of precedence: command line, environment variables,
 * configuration file. An empty variable counts as not set. Immutable.
 *
 * @param given the options on the command line, with their dashes
 */
public record Environment(Map<String, String> variables, ConfigFile file, Set<String> given) {
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");

  public Environment {
    variables = Map.copyOf(variables);
    given = Set.copyOf(given);
  }

  public Environment(Map<String, String> variables) {
    this(variables, ConfigFile.NONE, Set.of());
  }

  Optional<String> find(String variable) {
    return Optional.ofNullable(variables.get(variable)).filter(value -> !value.isEmpty());
  }

  boolean has(OptionSpec option) {
    return option.isMultiValue()
        ? !values(option.longestName(), List.of()).isEmpty()
        : value(option).isPresent();
  }

  /** Returns the value of a single-valued option if a variable or the file sets it. */
  Optional<String> value(OptionSpec option) {
    Optional<String> variable =
        option.arity().max() == 0 ? Optional.empty() : variable(option.longestName());
    return variable.isPresent() ? variable : file.value(option.longestName());
  }

  /** Returns the values of a repeatable option; those of the command line take precedence. */
  List<String> values(String option, List<String> words) {
    if (!words.isEmpty()) {
      return words;
    }
    return variable(option)
        .map(value -> split(value, EnvironmentDefaults.separator(option)))
        .orElseGet(() -> file.values(option));
  }

  private static List<String> split(String value, String separator) {
    return Arrays.stream(value.split(Pattern.quote(separator)))
        .map(String::strip)
        .filter(one -> !one.isEmpty())
        .toList();
  }

  private Optional<String> variable(String option) {
    return find(EnvironmentDefaults.variable(option));
  }

  /**
   * Returns the source of a value: {@code option}, a variable, a line of the file, {@code default}.
   */
  String from(OptionSpec option) {
    String name = option.longestName();
    if (given.contains(name)) {
      return "option";
    }
    return option.arity().max() > 0 && variable(name).isPresent()
        ? EnvironmentDefaults.variable(name)
        : file.place(name).orElse("default");
  }

  /** Returns the line of the file that sets an option, unless another source overrides it. */
  public Optional<String> place(String option) {
    return given.contains(option) || variable(option).isPresent()
        ? Optional.empty()
        : file.place(option);
  }

  /** Prefixes the message with the line of the file that sets the first option it names. */
  public String located(String message) {
    Matcher option = OPTION.matcher(message);
    return option.find()
        ? place(option.group()).map(place -> place + ": " + message).orElse(message)
        : message;
  }
}
