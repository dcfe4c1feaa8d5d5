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

/** Removes objects that running databases no longer need. */
record GenerationCleanup(ClusterApi cluster) {
  /** Spares objects of the next generation, which another server may be making. */
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
   * Deletes a StatefulSet that another server created too late: its pod would keep the volume, and
   * the volume the database.
   */
  void deleteLateStatefulSet(DatabaseRoot root) {
    OffsetDateTime since = root.secret().getMetadata().getDeletionTimestamp();
    cluster
        .statefulSets()
        .cache()
        .get(root.names().root())
        .map(V1StatefulSet::getMetadata)
        .filter(late -> since != null && !late.getCreationTimestamp().isBefore(since))
        .ifPresent(late -> cluster.statefulSets().api().delete(late.getName(), late.getUid()));
  }

  private static List<String> names(
      ObjectCache<? extends KubernetesObject> known, DatabaseRoot root, int last) {
    return known.list(Labels.DATABASE, root.id().toString()).stream()
        .map(object -> Objects.requireNonNull(object.getMetadata().getName()))
        .filter(name -> root.names().generation(name).orElse(last + 1) <= last)
        .toList();
  }
}
