package dev.goldenrod.server;

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
 * GOLDENROD_DATA_DIR}. An empty variable counts as none.
 */
public final class EnvironmentDefaults implements IDefaultValueProvider {
  /** What can be given several times, and has an s at the end of its variable. */
  private static final Set<String> REPEATABLE =
      Set.of("--import-root", "--kube-image", "--kube-resources");

  /** What other commands share with {@code serve}; a {@code --host} of theirs is another one. */
  private static final Set<String> SHARED =
      Set.of("--data-dir", "--engine-user", "--store-url", "--store-user", "--store-password");

  private static final String TOKEN_FILE = "--token-file";

  private final Map<String, String> environment;
  private final Predicate<OptionSpec> taken;

  private EnvironmentDefaults(Map<String, String> environment, Predicate<OptionSpec> taken) {
    this.environment = Map.copyOf(environment);
    this.taken = taken;
  }

  /** Defaults of {@code serve} from those variables: of all its options that have a value. */
  public static EnvironmentDefaults ofServe(Map<String, String> environment) {
    return new EnvironmentDefaults(environment, option -> option.arity().max() > 0);
  }

  /** Defaults of {@code agent}, likewise. */
  public static EnvironmentDefaults ofAgent(Map<String, String> environment) {
    return ofServe(environment);
  }

  /** Defaults of a command that works on the same data directory. */
  public static EnvironmentDefaults ofOthers(Map<String, String> environment) {
    return new EnvironmentDefaults(environment, option -> SHARED.contains(option.longestName()));
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (argument instanceof OptionSpec option && taken.test(option) && !option.isMultiValue()) {
      String value = environment.get(variable(option.longestName()));
      return value == null || value.isEmpty() ? null : value;
    }
    return null;
  }

  /** The variable that is an option's default; empty for one that none is. */
  public Optional<String> variableOf(OptionSpec option) {
    return Optional.of(option).filter(taken).map(one -> variable(one.longestName()));
  }

  /** The variable that is the default of an option of {@code serve}. */
  static Optional<String> ofServe(OptionSpec option) {
    return ofServe(Map.of()).variableOf(option);
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
