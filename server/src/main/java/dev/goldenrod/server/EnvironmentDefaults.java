package dev.goldenrod.server;

import java.io.File;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Takes an option that was not given from the environment: {@code --data-dir} from {@code
 * GOLDENROD_DATA_DIR}, else from the configuration file. An empty variable counts as none.
 */
public final class EnvironmentDefaults implements IDefaultValueProvider {
  /** What can be given several times, and has an s at the end of its variable. */
  private static final Set<String> REPEATABLE =
      Set.of("--import-root", "--kube-image", "--kube-resources");

  /** What other commands share with {@code serve}; a {@code --host} of theirs is another one. */
  private static final Set<String> SHARED =
      Set.of(
          "--data-dir",
          "--engine-user",
          "--store-url",
          "--store-user",
          "--store-password",
          "--store-password-file");

  private static final String TOKEN_FILE = "--token-file";

  private final Environment environment;
  private final Predicate<OptionSpec> taken;

  private EnvironmentDefaults(Environment environment, Predicate<OptionSpec> taken) {
    this.environment = environment;
    this.taken = taken;
  }

  /** Defaults of {@code serve} from those variables: of all its options that have a value. */
  public static EnvironmentDefaults ofServe(Map<String, String> environment) {
    return new EnvironmentDefaults(new Environment(environment), option -> true);
  }

  /** Defaults of {@code agent}, likewise. */
  public static EnvironmentDefaults ofAgent(Map<String, String> environment) {
    return ofServe(environment);
  }

  /** Defaults of a command that works on the same data directory. */
  public static EnvironmentDefaults ofOthers(Map<String, String> environment) {
    return new EnvironmentDefaults(
        new Environment(environment), option -> SHARED.contains(option.longestName()));
  }

  /** The same defaults from another environment, as with a file. */
  public EnvironmentDefaults in(Environment other) {
    return new EnvironmentDefaults(other, taken);
  }

  /** What the defaults are from. */
  public Environment environment() {
    return environment;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option
            && taken.test(option)
            && !option.isMultiValue()
            && !isGivenFlag(option)
        ? environment.value(option).orElse(null)
        : null;
  }

  /** A flag on the command line would be turned to the contrary of its default. */
  private boolean isGivenFlag(OptionSpec option) {
    return option.arity().max() == 0 && environment.given().contains(option.longestName());
  }

  /** The variable that is an option's default; empty for one that none is. */
  public Optional<String> variableOf(OptionSpec option) {
    return Optional.of(option)
        .filter(one -> one.arity().max() > 0)
        .filter(taken)
        .map(one -> variable(one.longestName()));
  }

  /** The variable that is the default of an option of {@code serve}. */
  static Optional<String> ofServe(OptionSpec option) {
    return ofServe(Map.of()).variableOf(option);
  }

  /** What is between the values of an option that can be given several times in its variable. */
  static String separator(String option) {
    return option.equals("--import-root") ? File.pathSeparator : ",";
  }

  /** The variable of an option. */
  static String variable(String option) {
    if (option.equals(TOKEN_FILE)) {
      return "GOLDENROD_AGENT_TOKEN_FILE";
    }
    String words = option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    return "GOLDENROD_" + words + (REPEATABLE.contains(option) && !words.endsWith("S") ? "S" : "");
  }
}
