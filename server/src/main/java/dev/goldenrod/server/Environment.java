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
 * What options are given by, and which was given where: the command line, else a variable, else the
 * file. An empty variable counts as none. Immutable.
 *
 * @param given the options on the command line, with their dashes
 */
public record Environment(Map<String, String> variables, ConfigFile file, Set<String> given) {
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");

  /** Keeps copies. */
  public Environment {
    variables = Map.copyOf(variables);
    given = Set.copyOf(given);
  }

  /** Variables alone. */
  public Environment(Map<String, String> variables) {
    this(variables, ConfigFile.NONE, Set.of());
  }

  Optional<String> find(String variable) {
    return Optional.ofNullable(variables.get(variable)).filter(value -> !value.isEmpty());
  }

  /** Whether a variable or the file gives the option. */
  boolean has(OptionSpec option) {
    return option.isMultiValue()
        ? !values(option.longestName(), List.of()).isEmpty()
        : value(option).isPresent();
  }

  /** The value of an option that has one, when a variable or the file gives it. */
  Optional<String> value(OptionSpec option) {
    Optional<String> variable =
        option.arity().max() == 0 ? Optional.empty() : variable(option.longestName());
    return variable.isPresent() ? variable : file.value(option.longestName());
  }

  /**
   * The values of an option that can be given several times.
   *
   * @param words what the command line gives, which counts more
   */
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

  /** Where an option's value is from: {@code option}, a variable, a place in the file, or none. */
  String from(OptionSpec option) {
    String name = option.longestName();
    if (given.contains(name)) {
      return "option";
    }
    return option.arity().max() > 0 && variable(name).isPresent()
        ? EnvironmentDefaults.variable(name)
        : file.place(name).orElse("default");
  }

  /** The place in the file that an option is from, when nothing that counts more gives it. */
  public Optional<String> place(String option) {
    return given.contains(option) || variable(option).isPresent()
        ? Optional.empty()
        : file.place(option);
  }

  /** The message with the place in the file before it that the first option it names is from. */
  public String located(String message) {
    Matcher option = OPTION.matcher(message);
    return option.find()
        ? place(option.group()).map(place -> place + ": " + message).orElse(message)
        : message;
  }
}
