package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ObjectCache;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.TemplateDigest;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.time.OffsetDateTime;
import java.util.List;

/** Removes objects that databases no longer need. Thread-safe. */
record ObsoleteObjects(ClusterApi cluster, DatabaseObjects objects) {
  /** Spares objects of the next generation, which another server may be making. */
  void sweep(DatabaseRoot root) {
    int generation = root.generation();
    names(cluster.snapshots().cache(), root, generation).forEach(cluster.snapshots()::delete);
    names(cluster.contents().cache(), root, generation).forEach(cluster.contents()::delete);
    names(cluster.claims().cache(), root, generation - 1)
        .forEach(
            name -> {
              cluster.configMaps().delete(name);
              cluster.claims().delete(name);
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
        .ifPresent(late -> cluster.statefulSets().delete(late.getName(), late.getUid()));
  }

  private static List<String> names(
      ObjectCache<? extends KubernetesObject> known, DatabaseRoot root, int last) {
    return known.list(Labels.DATABASE, root.id().toString()).stream()
        .map(Metadata::name)
        .filter(name -> root.names().generation(name).orElse(last + 1) <= last)
        .toList();
  }

  /**
   * Ends a pod of another generation, or one that does not run and has another template. A
   * StatefulSet does not replace pods itself: a pod that serves the current data goes on until its
   * next start.
   */
  void deletePod(DatabaseRoot root, V1StatefulSet set) {
    String claim = DatabaseObjects.claim(root);
    objects
        .pod(root.id())
        .filter(
            pod ->
                !DatabaseObjects.uses(pod, claim)
                    || DatabaseObjects.run(pod).isEmpty() && TemplateDigest.differs(pod, set))
        .ifPresent(pod -> delete(root, pod));
  }

  private void delete(DatabaseRoot root, V1Pod pod) {
    String uid = Metadata.uid(pod);
    cluster.pods().delete(root.names().pod(), uid, 1);
  }
}
