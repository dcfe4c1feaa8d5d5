package dev.goldenrod.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Rejects options of a data plane or store that the server does not use, with a {@link
 * UsageException} that names the option.
 */
final class UnusedOptionsCheck {
  private static final Map<DataPlaneKind, List<OptionSpec>> OPTIONS =
      Map.of(
          DataPlaneKind.LOCAL, of(new LocalServeOptions()),
          DataPlaneKind.KUBERNETES, of(new KubernetesServeOptions()));

  private static final List<OptionSpec> STORE_OPTIONS =
      of(new ServeOptions()).stream()
          .filter(option -> option.longestName().startsWith("--store-"))
          .filter(option -> !option.longestName().equals("--store-url"))
          .toList();

  private UnusedOptionsCheck() {}

  private static List<OptionSpec> of(Object options) {
    return CommandSpec.forAnnotatedObject(options).options();
  }

  static void rejectDataPlaneOptions(
      DataPlaneKind chosen, Predicate<OptionSpec> given, Environment environment) {
    OPTIONS.forEach(
        (fitting, those) -> {
          if (fitting != chosen) {
            those.forEach(option -> reject(option, fitting, chosen, given, environment));
          }
        });
  }

  static void rejectStoreOptions(Predicate<OptionSpec> given, Environment environment) {
    STORE_OPTIONS.forEach(option -> reject(option, "--store-url", given, environment));
  }

  private static void reject(
      OptionSpec option,
      DataPlaneKind fitting,
      DataPlaneKind chosen,
      Predicate<OptionSpec> given,
      Environment environment) {
    String use = "--data-plane %s, but --data-plane is %s".formatted(fitting, chosen);
    reject(option, use, given, environment);
  }

  private static void reject(
      OptionSpec option, String use, Predicate<OptionSpec> given, Environment environment) {
    Optional<String> variable = EnvironmentDefaults.ofServe(option);
    if (given.test(option) || environment.has(option)) {
      throw new UsageException(
          "%s needs %s; remove it%s"
              .formatted(
                  option.longestName(), use, variable.map(name -> " and " + name).orElse("")));
    }
  }
}
