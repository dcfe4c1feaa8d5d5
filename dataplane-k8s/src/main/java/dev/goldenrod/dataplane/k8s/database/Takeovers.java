package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.database.Endpoints.EndpointOwner;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseManifests;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Takeover;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Takes over the endpoints of other databases, by swapping the pods that two Services select. */
final class Takeovers {
  private static final Duration LONGEST_END =
      Duration.ofSeconds(2 * DatabaseManifests.GRACE_SECONDS);

  private final ClusterApi cluster;
  private final DatabaseObjects objects;
  private final DatabaseServers servers;
  private final Endpoints endpoints;

  Takeovers(DatabaseObjects objects, DatabaseServers servers, Endpoints endpoints) {
    this.cluster = objects.cluster();
    this.objects = objects;
    this.servers = servers;
    this.endpoints = endpoints;
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
    cluster.secrets().merge(root.names().root(), DatabaseRoot.takeoverEndPatch(takeover.number()));
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
        .merge(root.names().root(), DatabaseRoot.takeoverBeginPatch(target.database()));
    objects.root(target.database()).ifPresent(other -> redirectToOther(root, other));
    redirect(root, target.service());
    return Optional.of(target.database());
  }

  private void redirectToOther(DatabaseRoot root, DatabaseRoot other) {
    endpoints.serviceOf(root.id()).ifPresent(own -> redirect(other, own));
  }

  /** Ends the pod, because open sessions would go on writing to the former main database. */
  private void endSessions(UUID id, ClusterWait waiting) {
    Optional<String> uid = objects.pod(id).map(Metadata::uid);
    if (uid.isPresent()) {
      String pod = new DatabaseNames(id).pod();
      cluster.pods().delete(pod, uid.get(), DatabaseManifests.GRACE_SECONDS);
      waiting.until(() -> !objects.pod(id).map(Metadata::uid).equals(uid), LONGEST_END);
    }
  }

  private void redirect(DatabaseRoot root, String service) {
    KnownService known =
        endpoints.redirect(root, service, DatabaseServers.info(root).type(), servers.port(root));
    cluster.secrets().merge(root.names().root(), known.patch());
  }
}
