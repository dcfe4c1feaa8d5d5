package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.TemplateDigest;
import dev.goldenrod.dataplane.k8s.server.DatabaseClaims;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.Pods;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.util.Objects;

/**
 * Ends pods that differ from their StatefulSets, which do not replace pods themselves: a pod that
 * serves the current data goes on until its next start. Thread-safe.
 */
record OutdatedPods(ClusterApi cluster, DatabaseView view) {
  /** Ends a pod of another generation, or one that does not run and has another template. */
  void deleteOutdated(DatabaseRoot root, V1StatefulSet set) {
    String claim = DatabaseClaims.name(root);
    view.pod(root.id())
        .filter(
            pod ->
                !Pods.uses(pod, claim)
                    || Pods.run(pod).isEmpty() && TemplateDigest.differs(pod, set))
        .ifPresent(pod -> delete(root, pod));
  }

  private void delete(DatabaseRoot root, V1Pod pod) {
    String uid = Objects.requireNonNull(pod.getMetadata().getUid());
    cluster.pods().api().delete(root.names().pod(), uid, 1);
  }
}
