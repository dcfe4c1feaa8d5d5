package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.SparseJson;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Ends pods that are not as their sets say, which the cluster leaves to Goldenrod: one that serves
 * goes on until its next start. Thread-safe.
 */
record FormerPods(ClusterApi cluster, DatabaseView view) {
  /** The annotation of a pod that tells it from those that its set would make otherwise. */
  private static final String TEMPLATE = "goldenrod.dev/template";

  /** The set, by whose pods it is known whether they are as it says. */
  static V1StatefulSet marked(V1StatefulSet set) {
    V1PodTemplateSpec template = Objects.requireNonNull(set.getSpec()).getTemplate();
    byte[] json = SparseJson.of(template).toString().getBytes(StandardCharsets.UTF_8);
    V1ObjectMeta metadata = template.getMetadata();
    Map<String, String> annotations =
        new TreeMap<>(Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()));
    annotations.put(TEMPLATE, UUID.nameUUIDFromBytes(json).toString());
    metadata.annotations(annotations);
    return set;
  }

  /** What a pod of other data still writes is thrown away; one that does not run loses nothing. */
  void end(DatabaseRoot root, V1StatefulSet marked) {
    String claim = DatabaseVolumes.name(root);
    view.pod(root.id())
        .filter(pod -> !Pods.uses(pod, claim) || Pods.run(pod).isEmpty() && isOther(pod, marked))
        .ifPresent(pod -> delete(root, pod));
  }

  private static boolean isOther(V1Pod pod, V1StatefulSet marked) {
    String mark =
        marked.getSpec().getTemplate().getMetadata().getAnnotations().getOrDefault(TEMPLATE, "");
    return Annotations.of(pod, TEMPLATE).filter(mark::equals).isEmpty();
  }

  private void delete(DatabaseRoot root, V1Pod pod) {
    String uid = Objects.requireNonNull(pod.getMetadata().getUid());
    cluster.pods().api().delete(root.names().pod(), uid, 1);
  }
}
