package dev.goldenrod.server;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What each option of a command that was read has, and where it is from. */
public final class ConfigReport {
  private static final Set<String> SECRETS = Set.of("--store-password", "--admin-token");
  private static final String MASK = "********";

  private ConfigReport() {}

  /**
   * What one option has.
   *
   * @param option its name without dashes, as in the file
   * @param values empty when it has none, several when it can be given several times; a secret is
   *     masked
   * @param isList whether it can be given several times
   * @param from {@code option}, a variable, a place in the file, or {@code default}
   */
  public record Line(String option, List<String> values, boolean isList, String from) {
    /** Keeps a copy of the values. */
    public Line {
      values = List.copyOf(values);
    }
  }

  /** The lines of that command's options, in the order of its help. */
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
