package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ObjectCache;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.time.OffsetDateTime;
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
              cluster.configMaps().api().delete(name);
              cluster.claims().api().delete(name);
            });
  }

  /**
   * Ends a server that was made for a database that was going by then, as by another server that
   * did not know it yet: its pod would keep the volume, and the volume the database.
   */
  void endLatecomer(DatabaseRoot root) {
    OffsetDateTime since = root.secret().getMetadata().getDeletionTimestamp();
    cluster
        .statefulSets()
        .cache()
        .get(root.names().root())
        .map(V1StatefulSet::getMetadata)
        .filter(late -> since != null && !late.getCreationTimestamp().isBefore(since))
        .ifPresent(late -> cluster.statefulSets().api().delete(late.getName(), late.getUid()));
  }

  /** Names of the database's objects of generations up to that one. */
  private static List<String> names(
      ObjectCache<? extends KubernetesObject> known, DatabaseRoot root, int last) {
    return known.list(Labels.DATABASE, root.id().toString()).stream()
        .map(object -> Objects.requireNonNull(object.getMetadata().getName()))
        .filter(name -> root.names().generation(name).orElse(last + 1) <= last)
        .toList();
  }
}
