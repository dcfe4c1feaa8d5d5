package dev.goldenrod.server;

import dev.goldenrod.Retention;
import dev.goldenrod.control.Settings;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.http.ClientConfig;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.http.TlsFiles;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.quota.Caps;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a server is started with, checked.
 *
 * @param tls what the API speaks TLS with; empty for clear text
 * @param adminToken the admin's token, when the operator chose it
 * @param local what concerns the local data plane
 * @param kubernetes what concerns the one on Kubernetes; empty for another one
 */
record ServeSettings(
    String host,
    int port,
    Optional<TlsFiles> tls,
    Path dataDir,
    StoreSettings store,
    DataPlaneKind dataPlane,
    LocalSettings local,
    Optional<KubernetesOptions> kubernetes,
    String adminEmail,
    Optional<String> adminToken,
    Caps caps,
    InstanceCaps instanceCaps,
    Retention retention,
    int maxConnectionsPerAddress,
    Duration orphanGrace,
    boolean acceptOlderStore,
    Duration drainTime,
    Optional<URI> peerUrl,
    ClientConfig clientConfig) {
  private static final int SHORTEST_TOKEN = 32;
  private static final int LONGEST_EMAIL = 254;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cc}]+@[^@\\s\\p{Cc}]+");

  ServeSettings {
    if (port < 0 || port > 65535) {
      throw new UsageException("--port " + port + " must be from 0 to 65535");
    }
    adminToken.ifPresent(ServeSettings::checkToken);
  }

  /**
   * The settings that the options and the environment make together.
   *
   * @throws UsageException when one of them is no good
   */
  static ServeSettings of(ServeOptions options, Environment environment) {
    UnfitOptions.refuse(options.dataPlane, options::isGiven, environment);
    if (options.storeUrl.isEmpty()) {
      UnfitOptions.refuseStoreOptions(options::isGiven, environment);
    }
    return new ServeSettings(
        options.host,
        options.port,
        tls(options),
        options.dataDir,
        new StoreSettings(
            options.storeUrl,
            options.storeUser,
            options.storePassword,
            options.volatileStore,
            options.rollout.poolSize(),
            options.rollout.storeWait()),
        options.dataPlane,
        LocalSettings.of(options.local, environment),
        kubernetes(options, environment),
        adminEmail(environment),
        environment.find("GOLDENROD_ADMIN_TOKEN"),
        caps(environment),
        InstanceCaps.of(environment, options.resetCaps),
        options.retention.retention(),
        environment.cap(
            "GOLDENROD_MAX_CONNECTIONS_PER_ADDRESS", HttpOptions.DEFAULT_CONNECTIONS_PER_ADDRESS),
        orphanGrace(options.orphanGrace),
        options.acceptOlderStore,
        options.rollout.drainTime(),
        options.rollout.peerUrl(),
        clientConfig(environment));
  }

  private static String adminEmail(Environment environment) {
    String email = environment.get("GOLDENROD_ADMIN_EMAIL", "admin@localhost");
    if (email.length() > LONGEST_EMAIL || !EMAIL.matcher(email).matches()) {
      throw new UsageException(
          "GOLDENROD_ADMIN_EMAIL is '%s'; it must be an address such as admin@example.com, of at most %d characters"
              .formatted(email, LONGEST_EMAIL));
    }
    return email;
  }

  private static Caps caps(Environment environment) {
    Caps usual = Caps.DEFAULTS;
    return new Caps(
        environment.cap("GOLDENROD_MAX_INSTANCES_PER_USER", usual.instancesPerUser()),
        environment.cap("GOLDENROD_MAX_INSTANCES_PER_ORG", usual.instancesPerOrg()),
        environment.cap("GOLDENROD_MAX_DATABASES_PER_USER", usual.databasesPerUser()),
        environment.cap("GOLDENROD_MAX_DATABASES_PER_ORG", usual.databasesPerOrg()),
        environment.cap("GOLDENROD_MAX_SNAPSHOTS_PER_USER", usual.snapshotsPerUser()),
        environment.cap("GOLDENROD_MAX_SNAPSHOTS_PER_ORG", usual.snapshotsPerOrg()));
  }

  /** What the HTTP surface is told of them. */
  HttpOptions http() {
    HttpOptions options =
        HttpOptions.defaults()
            .withClientConfig(clientConfig)
            .withConnectionsPerAddress(maxConnectionsPerAddress);
    return tls.map(options::withTls).orElse(options);
  }

  /** What the control plane is told of them. */
  Settings control() {
    Settings settings = Settings.DEFAULTS.withCaps(caps).withRetention(retention);
    return kubernetes.isPresent() ? inItsNamespace(settings) : settings;
  }

  /** By itself, so that no other server loads a class of Kubernetes. */
  private Settings inItsNamespace(Settings settings) {
    return settings.inNamespace(kubernetes.orElseThrow().namespace());
  }

  private static Optional<TlsFiles> tls(ServeOptions options) {
    if (options.tlsCert == null && options.tlsKey == null) {
      return Optional.empty();
    }
    if (options.tlsCert == null || options.tlsKey == null) {
      throw new UsageException("--tls-cert and --tls-key go together; give both or neither");
    }
    return Optional.of(new TlsFiles(options.tlsCert, options.tlsKey));
  }

  private static Optional<KubernetesOptions> kubernetes(
      ServeOptions options, Environment environment) {
    return options.dataPlane == DataPlaneKind.KUBERNETES
        ? Optional.of(KubernetesSettings.of(options.kubernetes, environment))
        : Optional.empty();
  }

  private static ClientConfig clientConfig(Environment environment) {
    ClientConfig release = ClientConfig.defaults();
    try {
      return ClientConfig.ofImages(
              environment.get("GOLDENROD_AGENT_IMAGE", release.agentImage()),
              environment.get("GOLDENROD_OPERATOR_IMAGE", release.operatorImage()),
              environment.get("GOLDENROD_ROUTER_IMAGE", release.routerImage()))
          .withCliMinVersion(environment.get("GOLDENROD_CLI_MIN_VERSION", ""))
          .withCliLatestVersion(environment.get("GOLDENROD_CLI_LATEST_VERSION", ""))
          .withCliInstallUrl(environment.get("GOLDENROD_CLI_INSTALL_URL", ""));
    } catch (IllegalArgumentException e) {
      throw new UsageException("client configuration in the environment: " + e.getMessage(), e);
    }
  }

  private static Duration orphanGrace(String text) {
    return Ttl.parseDuration(text)
        .orElseThrow(
            () ->
                new UsageException(
                    "--orphan-grace '" + text + "' must be a duration such as 7d, 12h or 0s"));
  }

  private static void checkToken(String token) {
    if (token.length() < SHORTEST_TOKEN) {
      throw new UsageException(
          "GOLDENROD_ADMIN_TOKEN has %d characters; it must have at least %d"
              .formatted(token.length(), SHORTEST_TOKEN));
    }
    if (!token.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new UsageException(
          "GOLDENROD_ADMIN_TOKEN must consist of printable ASCII characters without blanks");
    }
  }
}
