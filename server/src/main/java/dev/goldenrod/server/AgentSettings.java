package dev.goldenrod.server;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The validated settings of an agent.
 *
 * @param tlsCa PEM file of the authorities to trust; empty for Java's defaults
 * @param kubernetes empty for a local data plane
 */
record AgentSettings(
    List<URI> servers,
    Path tokenFile,
    Optional<Path> tlsCa,
    Path dataDir,
    LocalSettings local,
    Optional<KubernetesOptions> kubernetes) {
  /** Combines options and environment; throws {@link UsageException} if a setting is invalid. */
  static AgentSettings of(AgentOptions options, Environment environment) {
    if (options.dataPlane == DataPlaneKind.NONE) {
      throw new UsageException(
          "--data-plane none is not valid for an agent; use local or" + " kubernetes");
    }
    OptionChecks.rejectDataPlaneOptions(options.dataPlane, options::isGiven, environment);
    LocalSettings local =
        LocalSettings.of(options.local, options.dataPlane, options.databaseTls, environment);
    if (!OptionChecks.isClearTextAllowed(options.allowClearText, environment)) {
      OptionChecks.rejectRemoteDatabases(local);
    }
    return new AgentSettings(
        servers(required("--server", options.servers)),
        required("--token-file", options.tokenFile),
        Optional.ofNullable(options.tlsCa),
        options.dataDir,
        local,
        options.dataPlane == DataPlaneKind.KUBERNETES
            ? Optional.of(kubernetes(options, environment))
            : Optional.empty());
  }

  private static KubernetesOptions kubernetes(AgentOptions options, Environment environment) {
    KubernetesOptions kubernetes =
        KubernetesSettings.of(options.kubernetes, options.databaseTls.kind, environment);
    if (!kubernetes.declaring().isEmpty()) {
      throw new UsageException(
          "--kube-resources is valid for serve only, because an agent has no members; remove it and"
              + " GOLDENROD_KUBE_RESOURCES");
    }
    return kubernetes;
  }

  private static <T> T required(String option, @Nullable T given) {
    if (given == null) {
      throw new UsageException(
          "%s is missing; pass it, or set %s or '%s' in the configuration file"
              .formatted(option, EnvironmentDefaults.variable(option), option.substring(2)));
    }
    return given;
  }

  private static List<URI> servers(String given) {
    return Arrays.stream(given.split(",")).map(String::strip).map(AgentSettings::server).toList();
  }

  private static URI server(String given) {
    if (given.contains("@")) {
      throw new UsageException(
          "--server contains a user name; an agent logs in with its token only");
    }
    try {
      URI server = new URI(given);
      boolean isHttp = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
      if (isHttp && server.getRawQuery() == null && server.getHost() != null) {
        return server;
      }
    } catch (URISyntaxException e) {
      throw new UsageException(
          "--server %s is not a valid URL: %s".formatted(given, e.getReason()), e);
    }
    throw new UsageException(
        "--server %s must be the URL of a server's API, for example https://goldenrod.example"
            .formatted(given));
  }

  /**
   * Reads the authorities; empty for Java's defaults. Throws {@link UsageException} if the file has
   * none.
   */
  Optional<SSLContext> tls() {
    return tlsCa.map(file -> TrustedAuthorities.read("--tls-ca", file));
  }

  /** Reads the token; throws {@link UsageException} if the file has none. */
  String token() {
    try {
      String token = OptionValue.readSecret(tokenFile);
      if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
        throw new UsageException("--token-file %s contains no valid token".formatted(tokenFile));
      }
      return token;
    } catch (IOException e) {
      throw new UsageException("--token-file %s cannot be read: %s".formatted(tokenFile, e), e);
    }
  }
}
