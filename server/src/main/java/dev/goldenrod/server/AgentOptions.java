package dev.goldenrod.server;

import dev.goldenrod.server.log.ServerLog;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of {@code agent}; their defaults come from variables as those of {@code serve} do. */
public final class AgentOptions {
  @Mixin ConfigOption config = new ConfigOption();

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "URL of the control plane's API; separate the URLs of several servers by commas."
              + " Required.")
  @Nullable String servers;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File that contains the token from the response of POST /v1/clusters. Required.")
  @Nullable Path tokenFile;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "PEM file with the authorities to verify the servers' certificates against (those that"
              + " Java trusts).")
  @Nullable Path tlsCa;

  @Option(
      names = "--allow-clear-text",
      description =
          "Allow databases to accept connections from other machines without TLS, for example in a"
              + " trusted network.")
  boolean allowClearText;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod-agent",
      description = "Data directory of a local data plane (~/.goldenrod-agent).")
  Path dataDir = Path.of("");

  @Option(
      names = "--data-plane",
      paramLabel = "KIND",
      defaultValue = "local",
      description = "Data plane that runs the databases: local or kubernetes (${DEFAULT-VALUE}).")
  DataPlaneKind dataPlane = DataPlaneKind.LOCAL;

  @Mixin LogOptions log = new LogOptions();

  @Mixin DatabaseTlsSettings.KindOption databaseTls = new DatabaseTlsSettings.KindOption();

  @Mixin LocalServeOptions local = new LocalServeOptions();

  @Mixin KubernetesServeOptions kubernetes = new KubernetesServeOptions();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /** Configures logging; throws {@link UsageException} if an option is invalid. */
  public void startLog(Environment environment) {
    applyLogLevels(environment);
    ServerLog.setFormat(log.format);
    ServerLog.startWriterThread();
  }

  /** Sets the log levels; throws {@link UsageException} if one is invalid. */
  public void applyLogLevels(Environment environment) {
    ServerLog.setLevels(log.levels(environment));
  }

  /** Returns whether the option is on the command line, even with its default value. */
  boolean isGiven(OptionSpec option) {
    return command != null
        && command.commandLine().getParseResult().hasMatchedOption(option.longestName());
  }
}
