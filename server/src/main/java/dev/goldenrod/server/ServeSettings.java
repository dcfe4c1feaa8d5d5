package dev.goldenrod.server;

import dev.goldenrod.Retention;
import dev.goldenrod.control.Settings;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.http.ClientConfig;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.http.TlsFiles;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.server.config.ConfigFile;
import dev.goldenrod.server.config.IssuersFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The validated settings of a server.
 *
 * @param tls the operator's certificate files for the API; empty for clear text or a self-issued
 *     certificate
 * @param tlsAuto whether the API uses a self-issued certificate
 * @param allowedHosts further host names of an API on a loopback address, for browsers
 * @param management empty if there is no separate listener for health checks and metrics
 * @param adminToken empty if the operator supplied none
 * @param adminTokenTtl lifetime of a generated token; empty for that of an earlier start
 * @param auditLog a file, - for standard output, or the address of a syslog server
 * @param kubernetes empty for another data plane
 * @param issuers of single sign-on; empty for passwords only
 */
record ServeSettings(
    String host,
    int port,
    Optional<TlsFiles> tls,
    boolean tlsAuto,
    Set<String> allowedHosts,
    Optional<AvailabilityOptions.Address> management,
    Path dataDir,
    StoreSettings store,
    DataPlaneKind dataPlane,
    LocalSettings local,
    Optional<KubernetesOptions> kubernetes,
    String adminEmail,
    Optional<String> adminToken,
    Optional<Duration> adminTokenTtl,
    Caps caps,
    CapOptions.InstanceCaps instanceCaps,
    Optional<String> auditLog,
    Retention retention,
    int maxConnectionsPerAddress,
    Duration orphanGrace,
    Duration deleteGrace,
    boolean requireMasking,
    boolean acceptOlderStore,
    Duration drainTime,
    Optional<URI> peerUrl,
    Optional<IssuersFile.Content> issuers,
    ClientConfig clientConfig) {
  private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+]");

  ServeSettings {
    if (port < 0 || port > 65535) {
      throw new UsageException("--port " + port + " must be from 0 to 65535");
    }
  }

  /** Combines options and environment; throws {@link UsageException} if a setting is invalid. */
  static ServeSettings of(ServeOptions options, Environment environment) {
    OptionChecks.rejectDataPlaneOptions(options.dataPlane, options::isGiven, environment);
    if (options.storeUrl.isEmpty()) {
      OptionChecks.rejectStoreOptions(options::isGiven, environment);
    }
    Optional<TlsFiles> tls = tls(options);
    LocalSettings local =
        LocalSettings.of(options.local, options.dataPlane, options.databaseTls, environment);
    if (!OptionChecks.isClearTextAllowed(options.allowClearText, environment)) {
      refuseClearText(options, local);
    }
    return new ServeSettings(
        options.host,
        options.port,
        tls,
        options.tlsAuto,
        names(options.allowedHosts),
        options.availability.management(),
        options.dataDir,
        new StoreSettings(
            options.storeUrl,
            options.storeUser,
            OptionValue.secret(
                "--store-password", options.storePassword, options.storePasswordFile),
            options.volatileStore,
            options.availability.poolSize(),
            options.availability.storeWait()),
        options.dataPlane,
        local,
        kubernetes(options, environment),
        options.admin.email(),
        options.admin.token(),
        options.admin.ttl(),
        options.caps.caps(),
        options.caps.ofInstances(options.resetCaps),
        options.records.auditLog(),
        options.records.retention(),
        options.caps.connectionsPerAddress(),
        grace("--orphan-grace", options.orphanGrace),
        grace("--delete-grace", options.deleteGrace),
        options.requireMasking,
        options.acceptOlderStore,
        options.availability.drainTime(),
        options.availability.peerUrl(),
        issuers(options.oidc),
        options.client.clientConfig());
  }

  /** Returns the options of the HTTP API, with these TLS files; empty for clear text. */
  HttpOptions http(Optional<TlsFiles> used) {
    HttpOptions options =
        HttpOptions.defaults()
            .withClientConfig(clientConfig)
            .withConnectionsPerAddress(maxConnectionsPerAddress)
            .withAllowedHosts(allowedHosts);
    return used.map(options::withTls).orElse(options);
  }

  Settings control() {
    Settings settings =
        Settings.DEFAULTS
            .withCaps(caps)
            .withRetention(retention)
            .withDeleteGrace(deleteGrace)
            .withMaskingRequired(requireMasking);
    return kubernetes.isPresent() ? inItsNamespace(settings) : settings;
  }

  /** Separate, so that a server without Kubernetes does not load classes of Kubernetes. */
  private Settings inItsNamespace(Settings settings) {
    return settings.inNamespace(kubernetes.orElseThrow().namespace());
  }

  /**
   * Checks addresses and TLS files before anything is opened, so that a mistake changes nothing.
   *
   * @throws UsageException if one cannot be used
   */
  void requireUsableListeners() {
    requireFree("--host or --port", host, port);
    management.ifPresent(
        where -> requireFree("--management-host or --management-port", where.host(), where.port()));
    requireUsableTls();
  }

  private static void requireFree(String options, String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new UsageException(
          "cannot listen on %s port %d: %s; choose another %s (port 0 selects a free port)"
              .formatted(host, port, e.getMessage(), options),
          e);
    }
  }

  /** Throws {@link UsageException} if the API's TLS files cannot be used. */
  void requireUsableTls() {
    try {
      tls.ifPresent(TlsFiles::requireUsable);
    } catch (IllegalArgumentException e) {
      throw new UsageException("TLS of the API: " + e.getMessage(), e);
    }
  }

  private static void refuseClearText(ServeOptions options, LocalSettings local) {
    options.records.syslogHost().ifPresent(OptionChecks::rejectRemoteSyslog);
    if (options.tlsCert == null && !options.tlsAuto) {
      OptionChecks.rejectRemoteApi(options.host);
    }
    if (options.dataPlane == DataPlaneKind.LOCAL) {
      OptionChecks.rejectRemoteDatabases(local);
    }
  }

  private static Optional<TlsFiles> tls(ServeOptions options) {
    if (options.tlsAuto && (options.tlsCert != null || options.tlsKey != null)) {
      throw new UsageException(
          "--tls-auto cannot be combined with --tls-cert and --tls-key; use one or the other");
    }
    if (options.tlsCert == null && options.tlsKey == null) {
      return Optional.empty();
    }
    if (options.tlsCert == null || options.tlsKey == null) {
      throw new UsageException(
          "--tls-cert and --tls-key must be used together; pass both or" + " neither");
    }
    return Optional.of(new TlsFiles(options.tlsCert, options.tlsKey));
  }

  private static Optional<KubernetesOptions> kubernetes(
      ServeOptions options, Environment environment) {
    return options.dataPlane == DataPlaneKind.KUBERNETES
        ? Optional.of(
            KubernetesSettings.of(options.kubernetes, options.databaseTls.kind, environment))
        : Optional.empty();
  }

  private static Set<String> names(String given) {
    Set<String> names =
        Stream.of(given.split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet());
    for (String name : names) {
      if (!HOST_NAME.matcher(name).matches()) {
        throw new UsageException(
            "--allowed-hosts contains '%s'; it must be host names without scheme and port, for example goldenrod.example"
                .formatted(name));
      }
    }
    return names;
  }

  private static Optional<IssuersFile.Content> issuers(@Nullable Path file) {
    try {
      return Optional.ofNullable(file)
          .map(path -> IssuersFile.read(path, ServeSettings::clientSecret));
    } catch (ConfigFile.InvalidException e) {
      throw new UsageException("--oidc: " + e.getMessage(), e);
    }
  }

  private static String clientSecret(Path file) {
    return OptionValue.secret("client-secret", "", file);
  }

  private static Duration grace(String option, String text) {
    return Ttl.parseDuration(text)
        .orElseThrow(
            () ->
                new UsageException(
                    option + " '" + text + "' must be a duration such as 7d, 12h or 0s"));
  }
}
