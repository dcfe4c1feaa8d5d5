package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.endpoint.Endpoints;
import dev.goldenrod.dataplane.k8s.endpoint.Endpoints.EndpointOwner;
import dev.goldenrod.dataplane.k8s.endpoint.KnownService;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseManifests;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Takeover;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Takes over the endpoints of other databases, by swapping the pods that two Services select. */
final class Takeovers {
  private static final Duration LONGEST_END =
      Duration.ofSeconds(2 * DatabaseManifests.GRACE_SECONDS);

  private final ClusterApi cluster;
  private final DatabaseServers servers;
  private final DatabaseView view;
  private final Endpoints endpoints;

  Takeovers(ClusterApi cluster, DatabaseServers servers, DatabaseView view) {
    this.cluster = cluster;
    this.servers = servers;
    this.view = view;
    this.endpoints = view.endpoints();
  }

  /**
   * Ensures the takeover; returns the database that had the endpoint. The other database gets this
   * one's Service first, and then this one the other's, so that a killed server can continue at its
   * next start.
   */
  Optional<UUID> ensure(DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    Takeover takeover = spec.takeover();
    if (takeover == null || takeover.number() <= root.takeovers()) {
      return Optional.empty();
    }
    Optional<UUID> former = endpoints.exclusively(() -> swap(root, takeover.endpoint()));
    former.ifPresent(id -> endSessions(id, waiting));
    cluster
        .secrets()
        .api()
        .merge(root.names().root(), DatabaseRoot.takeoverEndPatch(takeover.number()));
    return former;
  }

  /** Returns the database that had the endpoint, even if a killed server has swapped it before. */
  private Optional<UUID> swap(DatabaseRoot root, String endpoint) {
    EndpointOwner target =
        endpoints
            .owner(endpoint)
            .orElseThrow(() -> WorkFailure.blocked("no database answers at " + endpoint));
    if (target.database().equals(root.id())) {
      return root.displaced();
    }
    cluster
        .secrets()
        .api()
        .merge(root.names().root(), DatabaseRoot.takeoverBeginPatch(target.database()));
    rootOf(target.database()).ifPresent(other -> redirectToOther(root, other));
    redirect(root, target.service());
    return Optional.of(target.database());
  }

  private void redirectToOther(DatabaseRoot root, DatabaseRoot other) {
    endpoints.serviceOf(root.id()).ifPresent(own -> redirect(other, own));
  }

  /** Ends the pod, because open sessions would go on writing to the former main database. */
  private void endSessions(UUID id, ClusterWait waiting) {
    Optional<String> uid = view.pod(id).map(Takeovers::uid);
    if (uid.isPresent()) {
      String pod = new DatabaseNames(id).pod();
      cluster.pods().api().delete(pod, uid.get(), DatabaseManifests.GRACE_SECONDS);
      waiting.until(() -> !view.pod(id).map(Takeovers::uid).equals(uid), LONGEST_END);
    }
  }

  private static String uid(V1Pod pod) {
    return Objects.requireNonNull(pod.getMetadata().getUid());
  }

  private void redirect(DatabaseRoot root, String service) {
    KnownService known =
        endpoints.redirect(root, service, DatabaseServers.info(root).type(), servers.port(root));
    cluster.secrets().api().merge(root.names().root(), known.patch());
  }

  private Optional<DatabaseRoot> rootOf(UUID id) {
    return cluster.secrets().api().get(new DatabaseNames(id).root()).map(DatabaseRoot::new);
  }
}
