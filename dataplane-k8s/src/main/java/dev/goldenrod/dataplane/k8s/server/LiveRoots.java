package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.port.DataPlaneException;
import java.util.Optional;
import java.util.UUID;

/** Reads the roots of databases live, rather than from the cache. */
public record LiveRoots(ClusterApi cluster) {
  public Optional<DatabaseRoot> find(UUID id) {
    return cluster.secrets().api().get(new DatabaseNames(id).root()).map(DatabaseRoot::new);
  }

  public DatabaseRoot require(UUID id) {
    return find(id)
        .orElseThrow(() -> new DataPlaneException("database %s does not exist".formatted(id)));
  }
}
