package dev.goldenrod.server;

import dev.goldenrod.server.log.ServerLog;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Options of {@code serve}. Each can also be given as an environment variable GOLDENROD_… of the
 * same words. The variable of a repeatable option ends with s, and its values are separated by
 * colons, or by commas between images.
 */
public final class ServeOptions {
  @Mixin ConfigOption config = new ConfigOption();

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address the API listens on (${DEFAULT-VALUE}).")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7878",
      description = "Port the API listens on (${DEFAULT-VALUE}); 0 takes any free one.")
  int port;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description =
          "PEM file with the API's certificate and those that lead to its authority, read again when it"
              + " changes; the API is plain HTTP if left out.")
  @Nullable Path tlsCert;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "PEM file with the key of --tls-cert, without a password.")
  @Nullable Path tlsKey;

  @Option(
      names = "--tls-auto",
      description =
          "Serve the API with a certificate of an authority in DIR, whose fingerprint is printed.")
  boolean tlsAuto;

  @Option(
      names = "--allow-clear-text",
      description =
          "Listen on addresses of other machines' without TLS, as behind a proxy that has it.")
  boolean allowClearText;

  @Option(
      names = "--allowed-hosts",
      paramLabel = "NAME,...",
      defaultValue = "",
      description =
          "Names under which browsers may reach the API at a loopback address, beside localhost and the"
              + " like, as a proxy's on this machine that passes its own on.")
  String allowedHosts = "";

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod",
      description = "Where everything is kept (~/.goldenrod).")
  Path dataDir = Path.of("");

  @Option(
      names = "--store-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "jdbc:postgresql: or jdbc:h2: URL of the store; an H2 file in DIR if left out.")
  String storeUrl = "";

  @Option(
      names = "--store-user",
      paramLabel = "USER",
      defaultValue = "",
      description = "User of the store.")
  String storeUser = "";

  @Option(
      names = "--store-password",
      paramLabel = "PASSWORD",
      defaultValue = "",
      description =
          "Its password; rather set GOLDENROD_STORE_PASSWORD, which no process list shows.")
  String storePassword = "";

  @Option(
      names = "--store-password-file",
      paramLabel = "FILE",
      description = "File with that password in place of --store-password.")
  @Nullable Path storePasswordFile;

  @Option(
      names = "--data-plane",
      paramLabel = "KIND",
      defaultValue = "local",
      description = "What runs the databases: local, kubernetes or none (${DEFAULT-VALUE}).")
  DataPlaneKind dataPlane = DataPlaneKind.LOCAL;

  /** Whether the embedded store never waits for the disk; for test servers only. */
  boolean volatileStore;

  @Option(
      names = "--orphan-grace",
      paramLabel = "DURATION",
      defaultValue = "7d",
      description =
          "How long what the data plane holds and the store does not know is kept before it is"
              + " deleted, as in 7d or 12h; 0s for not at all (${DEFAULT-VALUE}).")
  String orphanGrace = "7d";

  @Option(
      names = "--delete-grace",
      paramLabel = "DURATION",
      defaultValue = "0s",
      description =
          "How long deleted databases and goldens can be restored, as in 24h; 0s for not at all"
              + " (${DEFAULT-VALUE}).")
  String deleteGrace = "0s";

  @Option(
      names = "--accept-older-store",
      description =
          "Start also when the store does not know all that the data plane holds, as a restored backup"
              + " or a copy. Nothing is deleted by it: what the store does not know goes into"
              + " quarantine.")
  boolean acceptOlderStore;

  @Option(
      names = "--reset-caps",
      description =
          "Forget the caps on instances that PATCH /v1/org/quota set: --max-instances-per-user and"
              + " --max-instances-per-org hold again, or 10 and 100.")
  boolean resetCaps;

  @Mixin AdminOptions admin = new AdminOptions();

  @Mixin CapOptions caps = new CapOptions();

  @Mixin ClientOptions client = new ClientOptions();

  @Mixin LogOptions log = new LogOptions();

  @Mixin DatabaseTlsOption databaseTls = new DatabaseTlsOption();

  @Mixin LocalServeOptions local = new LocalServeOptions();

  @Mixin ManagementOptions management = new ManagementOptions();

  @Mixin RolloutOptions rollout = new RolloutOptions();

  @Mixin AuditOptions audit = new AuditOptions();

  @Mixin RetentionOptions retention = new RetentionOptions();

  @Mixin KubernetesServeOptions kubernetes = new KubernetesServeOptions();

  /** Null if a program sets the options. */
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /** Returns the options of the variables; throws {@link UsageException} if a value is invalid. */
  static ServeOptions of(Map<String, String> environment) {
    ServeOptions options = new ServeOptions();
    CommandLine line =
        new CommandLine(
            CommandSpec.create().addMixin("serve", CommandSpec.forAnnotatedObject(options)));
    line.setDefaultValueProvider(EnvironmentDefaults.ofServe(environment));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    try {
      line.parseArgs();
    } catch (ParameterException e) {
      throw new UsageException(e.getMessage(), e);
    }
    return options;
  }

  /** Configures logging; throws {@link UsageException} if an option is invalid. */
  public void startLog(Environment environment) {
    ServerLog.setLevels(log.levels(environment));
    ServerLog.setFormat(log.format);
    ServerLog.startWriterThread();
  }

  /** Returns whether the option is on the command line, even with its default value. */
  boolean isGiven(OptionSpec option) {
    return command != null
        && command.commandLine().getParseResult().hasMatchedOption(option.longestName());
  }
}
