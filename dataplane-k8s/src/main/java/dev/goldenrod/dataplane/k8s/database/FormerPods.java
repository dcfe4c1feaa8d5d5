package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.TemplateMark;
import dev.goldenrod.dataplane.k8s.server.DatabaseClaims;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.Pods;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.util.Objects;

/**
 * Ends pods that are not as their sets say, which the cluster leaves to Goldenrod: one that serves
 * goes on until its next start. Thread-safe.
 */
record FormerPods(ClusterApi cluster, DatabaseView view) {
  /**
   * What a pod of other data still writes is thrown away; one that does not run loses nothing.
   *
   * @param set as it was applied
   */
  void end(DatabaseRoot root, V1StatefulSet set) {
    String claim = DatabaseClaims.name(root);
    view.pod(root.id())
        .filter(
            pod ->
                !Pods.uses(pod, claim) || Pods.run(pod).isEmpty() && TemplateMark.isOther(pod, set))
        .ifPresent(pod -> delete(root, pod));
  }

  private void delete(DatabaseRoot root, V1Pod pod) {
    String uid = Objects.requireNonNull(pod.getMetadata().getUid());
    cluster.pods().api().delete(root.names().pod(), uid, 1);
  }
}
