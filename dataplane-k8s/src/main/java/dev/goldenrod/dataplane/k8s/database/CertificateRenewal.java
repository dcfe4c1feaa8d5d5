package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.server.ServedCertificate;
import dev.goldenrod.dataplane.k8s.tls.NamespaceTls;
import dev.goldenrod.port.DatabaseState;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the certificates of running servers. A new certificate appears in a pod within a minute or
 * two after its Secret changed; then the server reloads it. Thread-safe.
 */
final class CertificateRenewal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateRenewal.class);
  private static final Duration PAUSE = Duration.ofSeconds(30);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(15);

  /** The server's own certificate comes first in the file. Its key is not read. */
  private static final List<String> SHOW =
      List.of(
          "/bin/sh",
          "-c",
          "while read -r line; do echo \"$line\"; case $line in *END*) exit;; esac; done < "
              + PodLayout.TLS.resolve(PodLayout.TLS_IDENTITY));

  private final ObjectApi<V1Secret> secrets;
  private final Optional<NamespaceTls> tls;
  private final Function<String, EnginePod> pods;
  private final DatabaseServers servers;
  private final DatabaseCertificates certificates;
  private final DatabaseView view;
  private final Map<UUID, String> problems = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("database-certificates"));

  CertificateRenewal(
      DatabaseContext context,
      DatabaseServers servers,
      DatabaseCertificates certificates,
      DatabaseView view) {
    this.secrets = context.cluster().secrets().api();
    this.tls = context.tls();
    this.pods = context.pods();
    this.servers = servers;
    this.certificates = certificates;
    this.view = view;
  }

  void begin() {
    tls.ifPresent(
        wanted ->
            timer.scheduleWithFixedDelay(
                () -> renew(wanted), PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS));
  }

  private void renew(NamespaceTls wanted) {
    wanted.refresh();
    view.ids().forEach(this::renewSafely);
  }

  private void renewSafely(UUID id) {
    try {
      if (view.of(id).state() == DatabaseState.READY) {
        view.root(id).filter(DatabaseRoot::hasTls).ifPresent(this::renew);
      }
      problems.remove(id);
    } catch (RuntimeException e) {
      note(id, String.valueOf(e.getMessage()));
    }
  }

  private void renew(DatabaseRoot root) {
    Optional<ServedCertificate> found = servers.certificate(root);
    if (found.isEmpty()) {
      return;
    }
    ServedCertificate certificate = certificates.renew(root, found.get());
    if (!certificate.isServed() && isInPod(root, certificate)) {
      try (PodTunnel tunnel = servers.tunnel(root)) {
        servers.of(root).reloadTls(tunnel.port());
      }
      note(root, certificate);
    }
  }

  private boolean isInPod(DatabaseRoot root, ServedCertificate certificate) {
    return certificate
        .certificate()
        .equals(pods.apply(root.names().pod()).output(SHOW, LONGEST_LOOK).strip());
  }

  private void note(DatabaseRoot root, ServedCertificate certificate) {
    secrets.mergeIf(
        root.names().tls(),
        now -> new ServedCertificate(now).certificate().equals(certificate.certificate()),
        certificate.servedPatch());
    LOG.info("Renewed the certificate of database {}", root.id());
  }

  private void note(UUID id, String problem) {
    if (!problem.equals(problems.put(id, problem))) {
      LOG.warn("Cannot renew the certificate of database {}, will retry: {}", id, problem);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
