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
      description = "Port the API listens on (${DEFAULT-VALUE}); 0 selects a free port.")
  int port;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description =
          "PEM file with the API's certificate and its intermediate certificates; read again when"
              + " it changes (the API has no TLS).")
  @Nullable Path tlsCert;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "PEM file with the private key of --tls-cert, without a password.")
  @Nullable Path tlsKey;

  @Option(
      names = "--tls-auto",
      description =
          "Serve the API with a certificate of an authority in DIR; the server prints the"
              + " authority's fingerprint.")
  boolean tlsAuto;

  @Option(
      names = "--allow-clear-text",
      description =
          "Allow listening on non-loopback addresses without TLS, for example behind a proxy that"
              + " terminates TLS.")
  boolean allowClearText;

  @Option(
      names = "--allowed-hosts",
      paramLabel = "NAME,...",
      defaultValue = "",
      description =
          "Host names under which browsers may reach the API at a loopback address, in addition to"
              + " localhost and loopback addresses, for example the name that a proxy on this"
              + " machine forwards.")
  String allowedHosts = "";

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod",
      description = "Data directory of the server (~/.goldenrod).")
  Path dataDir = Path.of("");

  @Option(
      names = "--store-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "jdbc:postgresql: or jdbc:h2: URL of the store (an H2 file in DIR).")
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
          "Password of the store's user. Prefer GOLDENROD_STORE_PASSWORD, which process lists do"
              + " not show.")
  String storePassword = "";

  @Option(
      names = "--store-password-file",
      paramLabel = "FILE",
      description =
          "File that contains the password of the store's user, in place of" + " --store-password.")
  @Nullable Path storePasswordFile;

  @Option(
      names = "--data-plane",
      paramLabel = "KIND",
      defaultValue = "local",
      description =
          "Data plane that runs the databases: local, kubernetes or none" + " (${DEFAULT-VALUE}).")
  DataPlaneKind dataPlane = DataPlaneKind.LOCAL;

  /** Whether the embedded store never waits for the disk; for test servers only. */
  boolean volatileStore;

  @Option(
      names = "--orphan-grace",
      paramLabel = "DURATION",
      defaultValue = "7d",
      description =
          "How long resources of the data plane that the store does not know are kept before they"
              + " are deleted, for example 7d or 12h; 0s for not at all (${DEFAULT-VALUE}).")
  String orphanGrace = "7d";

  @Option(
      names = "--delete-grace",
      paramLabel = "DURATION",
      defaultValue = "0s",
      description =
          "How long deleted databases and goldens can be restored, for example 24h; 0s for not at"
              + " all (${DEFAULT-VALUE}).")
  String deleteGrace = "0s";

  @Option(
      names = "--require-masking",
      description =
          "Refuse clones, pools and databases of golden versions that were not masked by an import,"
              + " and new versions of that kind.")
  boolean requireMasking;

  @Option(
      names = "--accept-older-store",
      description =
          "Start even if the store does not know all resources of the data plane, for example"
              + " because it is a restored backup or a copy. Unknown resources are not deleted"
              + " but quarantined.")
  boolean acceptOlderStore;

  @Option(
      names = "--reset-caps",
      description =
          "Discard the limits on instances that PATCH /v1/org/quota has set:"
              + " --max-instances-per-user and --max-instances-per-org (10 and 100) apply again.")
  boolean resetCaps;

  @Option(
      names = "--oidc",
      paramLabel = "FILE",
      description =
          "YAML file with the issuers at which members sign in to the console by OpenID Connect"
              + " (none).")
  @Nullable Path oidc;

  @Mixin AdminOptions admin = new AdminOptions();

  @Mixin CapOptions caps = new CapOptions();

  @Mixin ClientOptions client = new ClientOptions();

  @Mixin LogOptions log = new LogOptions();

  @Mixin DatabaseTlsSettings.KindOption databaseTls = new DatabaseTlsSettings.KindOption();

  @Mixin LocalServeOptions local = new LocalServeOptions();

  @Mixin AvailabilityOptions availability = new AvailabilityOptions();

  @Mixin RecordOptions records = new RecordOptions();

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
    line.setDefaultValueProvider(EnvironmentDefaults.ofAll(environment));
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
