package dev.goldenrod.dataplane.k8s.tls;

import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Certificates of the namespace's own authority, whose Secret all servers of the namespace share.
 */
final class NamespaceAuthority implements NamespaceTls {
  static final String SECRET = "goldenrod-authority";
  private static final String KEY = "authority.pem";

  private final CertificateAuthority authority;
  private final Clock clock;

  private NamespaceAuthority(CertificateAuthority authority, Clock clock) {
    this.authority = authority;
    this.clock = clock;
  }

  /** Creates the authority if it is missing; of several servers' authorities the first is used. */
  static NamespaceAuthority open(ObjectApi<V1Secret> secrets, Clock clock) {
    V1Secret secret = secrets.get(SECRET).orElseGet(() -> secrets.createIfMissing(made(clock)));
    byte[] pem = Objects.requireNonNullElse(secret.getData(), Map.<String, byte[]>of()).get(KEY);
    try {
      String text = pem == null ? "" : new String(pem, StandardCharsets.US_ASCII);
      return new NamespaceAuthority(CertificateAuthority.read(text, clock), clock);
    } catch (GeneralSecurityException e) {
      throw new DataPlaneException(
          "key '%s' of Secret %s, the certificate authority of the databases, cannot be used: %s; restore it from a backup, or delete the Secret to get a new authority, which must be given to the clients"
              .formatted(KEY, SECRET, e.getMessage()),
          e);
    }
  }

  private static V1Secret made(Clock clock) {
    return PodParts.secret(new V1ObjectMeta().name(SECRET).labels(Labels.ours()))
        .putDataItem(KEY, CertificateAuthority.create(clock).getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String authorities() {
    return authority.pem();
  }

  @Override
  public String identity(Set<String> hosts, Optional<String> former) {
    return new IssuedCertificates(authority, hosts, clock).identity(former);
  }

  @Override
  public void refresh() {}
}
