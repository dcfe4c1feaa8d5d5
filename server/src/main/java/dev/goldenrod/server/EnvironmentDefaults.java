package dev.goldenrod.server;

import java.util.Locale;
import java.util.Map;
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
          "--data-plane",
          "--listen",
          "--advertise-host",
          "--volumes",
          "--postgres-home",
          "--engine-user",
          "--engine-uids",
          "--kubeconfig",
          "--kube-context",
          "--kube-namespace",
          "--kube-storage-class",
          "--kube-snapshot-class",
          "--kube-service-type",
          "--kube-node-host",
          "--kube-registry",
          "--kube-pull-secret",
          "--kube-import-limit");

  /** What can be given several times, and has an s at the end of its variable. */
  private static final Set<String> REPEATABLE = Set.of("--import-root", "--kube-image");

  private final Map<String, String> environment;

  /** Defaults from those variables. */
  public EnvironmentDefaults(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (argument instanceof OptionSpec option && TAKEN.contains(option.longestName())) {
      String value = environment.get(variable(option.longestName()));
      return value == null || value.isEmpty() ? null : value;
    }
    return null;
  }

  /** The variable of an option. */
  static String variable(String option) {
    String words = option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    return "GOLDENROD_" + words + (REPEATABLE.contains(option) ? "S" : "");
  }
}
