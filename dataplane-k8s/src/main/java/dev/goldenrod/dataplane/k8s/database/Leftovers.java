package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ObjectCache;
import io.kubernetes.client.common.KubernetesObject;
import java.util.List;
import java.util.Objects;

/** What databases that are up do not need any more. */
record Leftovers(ClusterApi cluster) {
  /**
   * Removes what the volume was made of, and what former generations have left; not what another
   * server makes of the next.
   */
  void sweep(DatabaseRoot root) {
    int generation = root.generation();
    names(cluster.snapshots().cache(), root, generation).forEach(cluster.snapshots().api()::delete);
    names(cluster.contents().cache(), root, generation).forEach(cluster.contents().api()::delete);
    names(cluster.claims().cache(), root, generation - 1)
        .forEach(
            name -> {
              cluster.configMaps().delete(name);
              cluster.claims().api().delete(name);
            });
  }

  /** Names of the database's objects of generations up to that one. */
  private static List<String> names(
      ObjectCache<? extends KubernetesObject> known, DatabaseRoot root, int last) {
    return known.list().stream()
        .map(object -> Objects.requireNonNull(object.getMetadata().getName()))
        .filter(name -> root.names().generation(name).orElse(last + 1) <= last)
        .toList();
  }
}
