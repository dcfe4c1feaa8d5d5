package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.port.DataPlaneException;
import java.util.Optional;
import java.util.UUID;

/** The roots of databases as the API server has them now, rather than by the last news. */
public record LiveRoots(ClusterApi cluster) {
  /** The database's root, if there is one. */
  public Optional<DatabaseRoot> find(UUID id) {
    return cluster.secrets().api().get(new DatabaseNames(id).root()).map(DatabaseRoot::new);
  }

  /**
   * The database's root.
   *
   * @throws DataPlaneException when there is none
   */
  public DatabaseRoot require(UUID id) {
    return find(id)
        .orElseThrow(() -> new DataPlaneException("database %s does not exist".formatted(id)));
  }
}
