package dev.goldenrod.server;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Reports the values of a command's options and where they come from. */
public final class ConfigReport {
  private static final Set<String> SECRETS = Set.of("--store-password", "--admin-token");
  private static final String MASK = "********";

  private ConfigReport() {}

  /**
   * An option, without dashes, and its values; secrets are masked.
   *
   * @param isList whether the option can be repeated
   * @param from {@code option}, an environment variable, a line of the file, or {@code default}
   */
  public record Line(String option, List<String> values, boolean isList, String from) {
    public Line {
      values = List.copyOf(values);
    }
  }

  /** Returns the command's options in the order of its help. */
  public static List<Line> of(CommandSpec command, Environment environment) {
    return command.options().stream()
        .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.hidden())
        .map(option -> line(option, environment))
        .toList();
  }

  private static Line line(OptionSpec option, Environment environment) {
    String name = option.longestName();
    List<String> values = values(option, environment).map(value -> shown(name, value)).toList();
    return new Line(name.substring(2), values, option.isMultiValue(), environment.from(option));
  }

  private static Stream<String> values(OptionSpec option, Environment environment) {
    Object value = option.getValue();
    if (option.isMultiValue()) {
      List<?> given = value instanceof List<?> list ? list : List.of();
      List<String> words = given.stream().map(String::valueOf).toList();
      return environment.values(option.longestName(), words).stream();
    }
    return Stream.ofNullable(value).map(Object::toString).filter(text -> !text.isEmpty());
  }

  private static String shown(String option, String value) {
    if (SECRETS.contains(option)) {
      return MASK;
    }
    return option.equals("--store-url") ? StoreSettings.withoutSecrets(value) : value;
  }
}
