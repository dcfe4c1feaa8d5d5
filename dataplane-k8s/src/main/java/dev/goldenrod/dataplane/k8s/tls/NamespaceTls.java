package dev.goldenrod.dataplane.k8s.tls;

import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/** The TLS certificates of a namespace's database servers. Thread-safe. */
public interface NamespaceTls {
  /** Returns the certificates that clients and the control plane trust, as PEM. */
  String authorities();

  /**
   * Returns a server's certificate, chain and secret key, as PEM; or {@code former} as it is,
   * without a key, if it is still valid.
   *
   * @param hosts by which clients reach the server
   * @param former the certificate in use, without its key; empty to force a new one
   */
  String identity(Set<String> hosts, Optional<String> former);

  /** Reads again what others may have changed. */
  void refresh();

  /**
   * @throws DataPlaneException if the configured certificates cannot be used; the message says why
   */
  static Optional<NamespaceTls> open(KubernetesOptions options, ObjectApi<V1Secret> secrets) {
    Clock clock = Clock.systemUTC();
    if (options.tlsSecret().isPresent()) {
      return options.tlsSecret().map(name -> new OperatorSecret(secrets, name, clock));
    }
    return options.ownCertificates()
        ? Optional.of(NamespaceAuthority.open(secrets, clock))
        : Optional.empty();
  }
}
