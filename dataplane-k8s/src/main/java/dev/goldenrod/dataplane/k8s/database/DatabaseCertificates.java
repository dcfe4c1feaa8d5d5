package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.server.ServedCertificate;
import dev.goldenrod.dataplane.k8s.tls.NamespaceTls;
import dev.goldenrod.dataplane.tls.HostNames;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates of databases' servers, each in a Secret that the database's pod mounts. Those of
 * running servers are renewed periodically: a new certificate appears in a pod within a minute or
 * two after its Secret changed; then the server reloads it. Thread-safe.
 */
final class DatabaseCertificates implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseCertificates.class);
  private static final String CLUSTER_DOMAIN = "cluster.local";
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
  private final String namespace;
  private final Optional<NamespaceTls> tls;
  private final Function<String, EnginePod> pods;
  private final DatabaseServers servers;
  private final DatabaseView view;
  private final Map<UUID, String> problems = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("database-certificates"));

  DatabaseCertificates(DatabaseContext context, DatabaseServers servers, DatabaseView view) {
    this.secrets = context.cluster().secrets();
    this.namespace = context.cluster().namespace();
    this.tls = context.tls();
    this.pods = context.pods();
    this.servers = servers;
    this.view = view;
  }

  /** Starts to renew the certificates of running servers. */
  void begin() {
    tls.ifPresent(
        wanted ->
            timer.scheduleWithFixedDelay(
                () -> renewAll(wanted), PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS));
  }

  JsonObject starting(JsonObject patch) {
    return DatabaseRoot.addTls(patch, tls.isPresent());
  }

  /** Ensures a valid certificate for a database that was started with TLS. */
  void ensure(DatabaseRoot root, Origin origin) {
    if (!root.hasTls()) {
      return;
    }
    Optional<ServedCertificate> found = secrets.get(root.names().tls()).map(ServedCertificate::new);
    if (found.filter(ServedCertificate::hasAllFiles).isPresent()) {
      renew(root, found.get());
    } else {
      make(root, parent(origin));
    }
  }

  private static Optional<UUID> parent(Origin origin) {
    return origin.match(
        blank -> Optional.empty(),
        version -> Optional.empty(),
        snapshot -> Optional.empty(),
        other -> Optional.of(other.id()));
  }

  private void make(DatabaseRoot root, Optional<UUID> parent) {
    NamespaceTls wanted =
        tls.orElseThrow(
            () ->
                WorkFailure.blocked(
                    "Secret %s with the database's certificate is gone, and --database-tls is off; restore the Secret, or stop and start the database"
                        .formatted(root.names().tls())));
    String identity = wanted.identity(hosts(root, parent), Optional.empty());
    V1Secret made = ServedCertificate.first(root, parent, identity, wanted.authorities());
    secrets.apply(made);
  }

  /** Replaces the certificate if necessary; returns the database's certificate. */
  private ServedCertificate renew(DatabaseRoot root, ServedCertificate found) {
    if (tls.isEmpty()) {
      return found;
    }
    NamespaceTls wanted = tls.get();
    Set<String> hosts = hosts(root, found.parent());
    String former = found.certificate();
    String authorities = wanted.authorities();
    if (found.matches(wanted.identity(hosts, Optional.of(former)), authorities)) {
      return found;
    }
    String identity = wanted.identity(hosts, Optional.empty());
    return secrets
        .mergeIf(
            root.names().tls(),
            now -> new ServedCertificate(now).certificate().equals(former),
            ServedCertificate.replacementPatch(identity, authorities))
        .map(ServedCertificate::new)
        .orElse(found);
  }

  /** Returns the {@code sslmode} for clients of the database; empty without TLS. */
  String sslMode(DatabaseRoot root, String host) {
    if (!root.hasTls()) {
      return "";
    }
    boolean isNamed =
        servers
            .certificate(root)
            .filter(served -> HostNames.covers(served.certificate(), host))
            .isPresent();
    return isNamed ? "verify-full" : "require";
  }

  /** Includes the parent's hosts, because the database may take over its endpoint while it runs. */
  private Set<String> hosts(DatabaseRoot root, Optional<UUID> parent) {
    Set<String> hosts = new LinkedHashSet<>();
    hosts.addAll(ownHosts(root));
    parent.flatMap(view::root).ifPresent(other -> hosts.addAll(ownHosts(other)));
    return hosts;
  }

  private Set<String> ownHosts(DatabaseRoot root) {
    Set<String> hosts = new LinkedHashSet<>();
    Stream.of(root.names().service(), KnownService.of(root).name())
        .flatMap(this::names)
        .forEach(hosts::add);
    view.endpoints()
        .of(root.id())
        .map(endpoint -> endpoint.substring(0, endpoint.lastIndexOf(':')))
        .ifPresent(hosts::add);
    return hosts;
  }

  private Stream<String> names(String service) {
    String full = "%s.%s.svc".formatted(service, namespace);
    return Stream.of(service, service + "." + namespace, full, full + "." + CLUSTER_DOMAIN);
  }

  private void renewAll(NamespaceTls wanted) {
    wanted.refresh();
    view.ids().forEach(this::renewSafely);
  }

  private void renewSafely(UUID id) {
    try {
      if (view.of(id).state() == DatabaseState.READY) {
        view.root(id).filter(DatabaseRoot::hasTls).ifPresent(this::renewRunning);
      }
      problems.remove(id);
    } catch (RuntimeException e) {
      note(id, String.valueOf(e.getMessage()));
    }
  }

  private void renewRunning(DatabaseRoot root) {
    Optional<ServedCertificate> found = servers.certificate(root);
    if (found.isEmpty()) {
      return;
    }
    ServedCertificate certificate = renew(root, found.get());
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
