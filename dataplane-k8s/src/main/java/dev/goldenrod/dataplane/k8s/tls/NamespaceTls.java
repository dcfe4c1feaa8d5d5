package dev.goldenrod.dataplane.k8s.tls;

import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/** What the servers of a namespace's databases speak TLS with. Thread-safe. */
public interface NamespaceTls {
  /** The certificates that clients and the control plane know the servers by, as PEM. */
  String authorities();

  /**
   * What a server is to use now, as PEM: its certificate, those that lead to its authority, its
   * key. Secret.
   *
   * @param hosts that clients reach it by
   * @param former the certificate that it uses, without the key; while that is good, it alone may
   *     be returned
   */
  String identity(Set<String> hosts, Optional<String> former);

  /** Looks at what others may have changed. */
  void refresh();

  /**
   * What the options ask for.
   *
   * @param secrets of the namespace
   * @return empty for none
   * @throws DataPlaneException when it cannot be used; the message says why
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
