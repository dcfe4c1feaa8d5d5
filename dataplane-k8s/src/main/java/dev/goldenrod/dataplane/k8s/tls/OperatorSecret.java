package dev.goldenrod.dataplane.k8s.tls;

import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.tls.OperatorIdentity;
import dev.goldenrod.dataplane.tls.OperatorIdentity.Source;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One certificate for all databases, from a Secret of the type {@code kubernetes.io/tls} as
 * cert-manager makes and renews them. While the Secret cannot be used, its former content is.
 */
final class OperatorSecret implements NamespaceTls {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorSecret.class);
  private static final String CERTIFICATE = "tls.crt";
  private static final String KEY = "tls.key";
  private static final String AUTHORITIES = "ca.crt";

  private final ObjectApi<V1Secret> secrets;
  private final String name;
  private final Clock clock;
  private volatile Given given;
  private volatile String problem = "";

  private record Given(OperatorIdentity identity, String authorities) {}

  OperatorSecret(ObjectApi<V1Secret> secrets, String name, Clock clock) {
    this.secrets = secrets;
    this.name = name;
    this.clock = clock;
    this.given = read();
  }

  private Given read() {
    Map<String, byte[]> data =
        secrets
            .get(name)
            .map(secret -> Objects.requireNonNullElse(secret.getData(), Map.<String, byte[]>of()))
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "there is no Secret %s, which must contain the certificate of the databases; create it, or name another Secret"
                            .formatted(name)));
    Source certificate = source(data, CERTIFICATE);
    // For public authorities, cert-manager leaves this key out.
    boolean hasAuthorities = data.getOrDefault(AUTHORITIES, new byte[0]).length > 0;
    return new Given(
        OperatorIdentity.of(certificate, source(data, KEY), clock.instant()),
        (hasAuthorities ? source(data, AUTHORITIES) : certificate).certificates());
  }

  private Source source(Map<String, byte[]> data, String key) {
    byte[] content = data.getOrDefault(key, new byte[0]);
    return new Source(
        "key '%s' of Secret %s".formatted(key, name),
        new String(content, StandardCharsets.ISO_8859_1));
  }

  @Override
  public String authorities() {
    return given.authorities();
  }

  @Override
  public String identity(Set<String> hosts, Optional<String> former) {
    return given.identity().pem();
  }

  @Override
  public void refresh() {
    try {
      given = read();
      problem = "";
    } catch (DataPlaneException e) {
      note(String.valueOf(e.getMessage()));
    }
  }

  private void note(String found) {
    if (!found.equals(problem)) {
      problem = found;
      LOG.warn("Cannot reload the certificate, databases keep the current one: {}", found);
    }
  }
}
