package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/** The annotation of a pod that tells it from those that its set would make otherwise. */
public final class TemplateMark {
  private static final String TEMPLATE = "goldenrod.dev/template";

  private TemplateMark() {}

  /** Marks the template of a set that has all that its pods are to have. */
  public static V1StatefulSet addTo(V1StatefulSet set) {
    V1PodTemplateSpec template = Objects.requireNonNull(set.getSpec()).getTemplate();
    V1ObjectMeta metadata = Objects.requireNonNull(template.getMetadata());
    Map<String, String> annotations =
        new TreeMap<>(Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()));
    byte[] json = SparseJson.of(template).toString().getBytes(StandardCharsets.UTF_8);
    annotations.put(TEMPLATE, UUID.nameUUIDFromBytes(json).toString());
    metadata.annotations(annotations);
    return set;
  }

  /** Whether the pod is not as the marked set says. */
  public static boolean isOther(V1Pod pod, V1StatefulSet set) {
    V1ObjectMeta template =
        Objects.requireNonNull(Objects.requireNonNull(set.getSpec()).getTemplate().getMetadata());
    String mark =
        Objects.requireNonNullElse(template.getAnnotations(), Map.<String, String>of())
            .getOrDefault(TEMPLATE, "");
    return Annotations.of(pod, TEMPLATE).filter(mark::equals).isEmpty();
  }
}
