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
 * Supplies defaults of options from the environment ({@code GOLDENROD_DATA_DIR} for {@code
 * --data-dir}), otherwise from the configuration file.
 */
public final class EnvironmentDefaults implements IDefaultValueProvider {
  /** Repeatable options, whose variables have a plural s. */
  private static final Set<String> REPEATABLE =
      Set.of("--import-root", "--kube-image", "--kube-resources");

  /**
   * Options that other commands share with {@code serve}. Their {@code --host} is another option.
   */
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

  /** Returns defaults for {@code serve} and {@code agent}, for all options that take a value. */
  public static EnvironmentDefaults ofAll(Map<String, String> environment) {
    return new EnvironmentDefaults(new Environment(environment), option -> true);
  }

  /** Returns defaults for commands that work on a server's data directory. */
  public static EnvironmentDefaults ofOthers(Map<String, String> environment) {
    return new EnvironmentDefaults(
        new Environment(environment), option -> SHARED.contains(option.longestName()));
  }

  public EnvironmentDefaults in(Environment other) {
    return new EnvironmentDefaults(other, taken);
  }

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

  /** Skips flags on the command line, because picocli negates the default of such a flag. */
  private boolean isGivenFlag(OptionSpec option) {
    return option.arity().max() == 0 && environment.given().contains(option.longestName());
  }

  /** Returns the variable that sets an option; empty if none does. */
  public Optional<String> variableOf(OptionSpec option) {
    return Optional.of(option)
        .filter(one -> one.arity().max() > 0)
        .filter(taken)
        .map(one -> variable(one.longestName()));
  }

  static String separator(String option) {
    return option.equals("--import-root") ? File.pathSeparator : ",";
  }

  static String variable(String option) {
    if (option.equals(TOKEN_FILE)) {
      return "GOLDENROD_AGENT_TOKEN_FILE";
    }
    String words = option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    return "GOLDENROD_" + words + (REPEATABLE.contains(option) && !words.endsWith("S") ? "S" : "");
  }
}
