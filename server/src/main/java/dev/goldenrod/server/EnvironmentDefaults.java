package dev.goldenrod.server;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Takes an option that was not given from the environment: {@code --data-dir} from {@code
 * GOLDENROD_DATA_DIR}. An empty variable counts as none.
 */
public final class EnvironmentDefaults implements IDefaultValueProvider {
  private static final Set<String> TAKEN =
      Set.of(
          "--host",
          "--port",
          "--data-dir",
          "--store-url",
          "--store-user",
          "--store-password",
          "--store-pool-size",
          "--store-wait",
          "--drain-time",
          "--data-plane",
          "--listen",
          "--advertise-host",
          "--volumes",
          "--postgres-home",
          "--engine-user",
          "--engine-uids",
          "--audit-retention",
          "--import-retention",
          "--token-retention",
          "--orphan-grace",
          "--kubeconfig",
          "--kube-context",
          "--kube-namespace",
          "--kube-storage-class",
          "--kube-snapshot-class",
          "--kube-service-type",
          "--kube-node-host",
          "--kube-registry",
          "--kube-pull-secret",
          "--kube-import-limit",
          "--kube-pod-template",
          "--kube-service-template",
          "--kube-user",
          "--kube-disruption-budget");

  /** What can be given several times, and has an s at the end of its variable. */
  private static final Set<String> REPEATABLE =
      Set.of("--import-root", "--kube-image", "--kube-resources");

  /** What other commands share with {@code serve}; a {@code --host} of theirs is another one. */
  private static final Set<String> SHARED =
      Set.of("--data-dir", "--engine-user", "--store-url", "--store-user", "--store-password");

  private final Map<String, String> environment;
  private final Set<String> taken;

  private EnvironmentDefaults(Map<String, String> environment, Set<String> taken) {
    this.environment = Map.copyOf(environment);
    this.taken = taken;
  }

  /** Defaults of {@code serve} from those variables. */
  public static EnvironmentDefaults ofServe(Map<String, String> environment) {
    return new EnvironmentDefaults(environment, TAKEN);
  }

  /** Defaults of a command that works on the same data directory. */
  public static EnvironmentDefaults ofOthers(Map<String, String> environment) {
    return new EnvironmentDefaults(environment, SHARED);
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (argument instanceof OptionSpec option && taken.contains(option.longestName())) {
      String value = environment.get(variable(option.longestName()));
      return value == null || value.isEmpty() ? null : value;
    }
    return null;
  }

  /** The variable that is an option's default; empty for one that none is. */
  public Optional<String> variableOf(OptionSpec option) {
    String name = option.longestName();
    return taken.contains(name) || REPEATABLE.contains(name)
        ? Optional.of(variable(name))
        : Optional.empty();
  }

  /** The variable of an option. */
  static String variable(String option) {
    String words = option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    return "GOLDENROD_" + words + (REPEATABLE.contains(option) && !words.endsWith("S") ? "S" : "");
  }
}
