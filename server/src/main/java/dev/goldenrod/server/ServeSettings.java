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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a server is started with, checked.
 *
 * @param tls the operator's files that the API speaks TLS with; empty for clear text, or our own
 * @param tlsAuto whether it speaks TLS with a certificate of our own
 * @param allowedHosts names under which browsers reach the API at a loopback address, beside
 *     loopback's own
 * @param management where those who watch the server ask it; empty for the API's address alone
 * @param adminToken the admin's token, when the operator chose it
 * @param adminTokenTtl how long a token that is made up works; empty for as an earlier start said
 * @param auditLog the file that audit events are appended to, - for standard output, or the address
 *     of a syslog server
 * @param local what concerns the local data plane
 * @param kubernetes what concerns the one on Kubernetes; empty for another one
 */
record ServeSettings(
    String host,
    int port,
    Optional<TlsFiles> tls,
    boolean tlsAuto,
    Set<String> allowedHosts,
    Optional<ManagementOptions.Address> management,
    Path dataDir,
    StoreSettings store,
    DataPlaneKind dataPlane,
    LocalSettings local,
    Optional<KubernetesOptions> kubernetes,
    String adminEmail,
    Optional<String> adminToken,
    Optional<Duration> adminTokenTtl,
    Caps caps,
    InstanceCaps instanceCaps,
    Optional<String> auditLog,
    Retention retention,
    int maxConnectionsPerAddress,
    Duration orphanGrace,
    Duration deleteGrace,
    boolean acceptOlderStore,
    Duration drainTime,
    Optional<URI> peerUrl,
    ClientConfig clientConfig) {
  private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+]");

  ServeSettings {
    if (port < 0 || port > 65535) {
      throw new UsageException("--port " + port + " must be from 0 to 65535");
    }
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
    Optional<TlsFiles> tls = tls(options);
    LocalSettings local =
        LocalSettings.of(
            options.local,
            DatabaseTlsSettings.of(options.databaseTls, options.dataPlane, options.local),
            environment);
    if (!ClearText.isAllowed(options.allowClearText, environment)) {
      refuseClearText(options, local);
    }
    return new ServeSettings(
        options.host,
        options.port,
        tls,
        options.tlsAuto,
        names(options.allowedHosts),
        options.management.address(),
        options.dataDir,
        new StoreSettings(
            options.storeUrl,
            options.storeUser,
            SecretFile.value("--store-password", options.storePassword, options.storePasswordFile),
            options.volatileStore,
            options.rollout.poolSize(),
            options.rollout.storeWait()),
        options.dataPlane,
        local,
        kubernetes(options, environment),
        options.admin.email(),
        options.admin.token(),
        options.admin.ttl(),
        options.caps.caps(),
        options.caps.ofInstances(options.resetCaps),
        options.audit.log(),
        options.retention.retention(),
        options.caps.connectionsPerAddress(),
        grace("--orphan-grace", options.orphanGrace),
        grace("--delete-grace", options.deleteGrace),
        options.acceptOlderStore,
        options.rollout.drainTime(),
        options.rollout.peerUrl(),
        options.client.clientConfig());
  }

  /**
   * What the HTTP surface is told of them.
   *
   * @param used what the API speaks TLS with; empty for clear text
   */
  HttpOptions http(Optional<TlsFiles> used) {
    HttpOptions options =
        HttpOptions.defaults()
            .withClientConfig(clientConfig)
            .withConnectionsPerAddress(maxConnectionsPerAddress)
            .withAllowedHosts(allowedHosts);
    return used.map(options::withTls).orElse(options);
  }

  /** What the control plane is told of them. */
  Settings control() {
    Settings settings =
        Settings.DEFAULTS.withCaps(caps).withRetention(retention).withDeleteGrace(deleteGrace);
    return kubernetes.isPresent() ? inItsNamespace(settings) : settings;
  }

  /** By itself, so that no other server loads a class of Kubernetes. */
  private Settings inItsNamespace(Settings settings) {
    return settings.inNamespace(kubernetes.orElseThrow().namespace());
  }

  private static void refuseClearText(ServeOptions options, LocalSettings local) {
    options.audit.syslogHost().ifPresent(ClearText::refuseSyslog);
    if (options.tlsCert == null && !options.tlsAuto) {
      ClearText.refuse(options.host);
    }
    if (options.dataPlane == DataPlaneKind.LOCAL) {
      ClearText.refuse(local);
    }
  }

  private static Optional<TlsFiles> tls(ServeOptions options) {
    if (options.tlsAuto && (options.tlsCert != null || options.tlsKey != null)) {
      throw new UsageException(
          "--tls-auto makes a certificate, and --tls-cert and --tls-key name one; give one way alone");
    }
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
            "--allowed-hosts has '%s'; it must be names without scheme and port, as goldenrod.example"
                .formatted(name));
      }
    }
    return names;
  }

  private static Duration grace(String option, String text) {
    return Ttl.parseDuration(text)
        .orElseThrow(
            () ->
                new UsageException(
                    option + " '" + text + "' must be a duration such as 7d, 12h or 0s"));
  }
}
