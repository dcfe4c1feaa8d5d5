package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.endpoint.KnownService;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.server.ServedCertificate;
import dev.goldenrod.dataplane.k8s.tls.NamespaceTls;
import dev.goldenrod.dataplane.tls.HostNames;
import dev.goldenrod.port.Origin;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The certificates of databases' servers, each in a Secret that the database's pod mounts.
 * Thread-safe.
 */
final class DatabaseCertificates {
  private static final String CLUSTER_DOMAIN = "cluster.local";

  private final ObjectApi<V1Secret> secrets;
  private final String namespace;
  private final Optional<NamespaceTls> tls;
  private final DatabaseServers servers;
  private final DatabaseView view;

  DatabaseCertificates(DatabaseContext context, DatabaseServers servers, DatabaseView view) {
    this.secrets = context.cluster().secrets().api();
    this.namespace = context.cluster().namespace();
    this.tls = context.tls();
    this.servers = servers;
    this.view = view;
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
  ServedCertificate renew(DatabaseRoot root, ServedCertificate found) {
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
}
