package dev.goldenrod.server;

import dev.goldenrod.server.log.ServerLog;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code agent}; variables are their defaults as those of {@code serve}. */
public final class AgentOptions {
  @Mixin ConfigOption config = new ConfigOption();

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "Address of the control plane's API, or of each of its servers, with , between; has to be"
              + " given.")
  @Nullable String servers;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "File with the token that POST /v1/clusters answered; has to be given.")
  @Nullable Path tokenFile;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "PEM file with the authorities that the servers' certificates may be of; those that Java"
              + " trusts if left out.")
  @Nullable Path tlsCa;

  @Option(
      names = "--allow-clear-text",
      description =
          "Let databases be reached by other machines without TLS, as in a network that is trusted.")
  boolean allowClearText;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod-agent",
      description = "Where a local data plane keeps everything (~/.goldenrod-agent).")
  Path dataDir = Path.of("");

  @Option(
      names = "--data-plane",
      paramLabel = "KIND",
      defaultValue = "local",
      description = "What runs the databases: local or kubernetes (${DEFAULT-VALUE}).")
  DataPlaneKind dataPlane = DataPlaneKind.LOCAL;

  @Mixin LogOptions log = new LogOptions();

  @Mixin DatabaseTlsOption databaseTls = new DatabaseTlsOption();

  @Mixin LocalServeOptions local = new LocalServeOptions();

  @Mixin KubernetesServeOptions kubernetes = new KubernetesServeOptions();

  /** The command that was given these options. */
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /**
   * Has this process log as these options ask for.
   *
   * @throws UsageException when one is no good
   */
  public void startLog(Environment environment) {
    takeLevels(environment);
    ServerLog.write(log.format);
    ServerLog.handOver();
  }

  /**
   * Has this process log on the levels that these options ask for.
   *
   * @throws UsageException when one is no good
   */
  public void takeLevels(Environment environment) {
    ServerLog.give(log.levels(environment));
  }

  /** Whether the option was given on the command line, be it with the value that it has anyway. */
  boolean isGiven(OptionSpec option) {
    return command != null
        && command.commandLine().getParseResult().hasMatchedOption(option.longestName());
  }
}
