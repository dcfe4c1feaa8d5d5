package dev.goldenrod.server;

import dev.goldenrod.dataplane.tls.HostNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Checks of the options of servers and agents. The methods reject options that are not used, and
 * settings by which passwords or tokens would be sent to other machines without TLS. They throw a
 * {@link UsageException} that names the option.
 */
final class OptionChecks {
  private static final String ALLOW_CLEAR_TEXT = "GOLDENROD_ALLOW_CLEAR_TEXT";

  private static final Map<DataPlaneKind, List<OptionSpec>> OPTIONS =
      Map.of(
          DataPlaneKind.LOCAL, of(new LocalServeOptions()),
          DataPlaneKind.KUBERNETES, of(new KubernetesServeOptions()));

  private static final List<OptionSpec> STORE_OPTIONS =
      of(new ServeOptions()).stream()
          .filter(option -> option.longestName().startsWith("--store-"))
          .filter(option -> !option.longestName().equals("--store-url"))
          .toList();

  private OptionChecks() {}

  private static List<OptionSpec> of(Object options) {
    return CommandSpec.forAnnotatedObject(options).options();
  }

  /** Rejects options of a data plane that is not the chosen one. */
  static void rejectDataPlaneOptions(
      DataPlaneKind chosen, Predicate<OptionSpec> given, Environment environment) {
    OPTIONS.forEach(
        (fitting, those) -> {
          if (fitting != chosen) {
            String use = "--data-plane %s, but --data-plane is %s".formatted(fitting, chosen);
            those.forEach(option -> reject(option, use, given, environment));
          }
        });
  }

  /** Rejects options of an external store, for a server with the embedded one. */
  static void rejectStoreOptions(Predicate<OptionSpec> given, Environment environment) {
    STORE_OPTIONS.forEach(option -> reject(option, "--store-url", given, environment));
  }

  private static void reject(
      OptionSpec option, String use, Predicate<OptionSpec> given, Environment environment) {
    Optional<String> variable = EnvironmentDefaults.ofAll(Map.of()).variableOf(option);
    if (given.test(option) || environment.has(option)) {
      throw new UsageException(
          "%s needs %s; remove it%s"
              .formatted(
                  option.longestName(), use, variable.map(name -> " and " + name).orElse("")));
    }
  }

  /** Returns whether passwords and tokens may be sent to other machines without TLS. */
  static boolean isClearTextAllowed(boolean option, Environment environment) {
    return option || environment.find(ALLOW_CLEAR_TEXT).filter("true"::equals).isPresent();
  }

  /** Rejects an API that other machines can reach. */
  static void rejectRemoteApi(String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "--host %s accepts connections from other machines, which would send tokens in clear text; use --tls-auto or --tls-cert and --tls-key, or --allow-clear-text if a proxy in front terminates TLS"
              .formatted(host));
    }
  }

  /** Rejects databases without TLS that other machines can reach. */
  static void rejectRemoteDatabases(LocalSettings databases) {
    if (!databases.databaseTls().isOff()) {
      return;
    }
    rejectRemoteHost("--listen", databases.listen());
    if (!databases.advertiseHost().isEmpty()) {
      rejectRemoteHost("--advertise-host", databases.advertiseHost());
    }
  }

  /** Rejects a syslog server on another machine, to which events would be sent in clear text. */
  static void rejectRemoteSyslog(String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "--audit-log sends events to %s in clear text; use a syslog server on this machine that forwards them over TLS, or --allow-clear-text if the network is trusted"
              .formatted(host));
    }
  }

  private static void rejectRemoteHost(String option, String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "%s %s accepts connections from other machines, and databases have no TLS; use --database-tls auto, or --allow-clear-text if the network is trusted"
              .formatted(option, host));
    }
  }
}
