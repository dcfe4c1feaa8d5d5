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

/** An annotation of pods with a digest of the template that they were made from. */
public final class TemplateDigest {
  private static final String TEMPLATE = "goldenrod.dev/template";

  private TemplateDigest() {}

  /** Marks the template of a StatefulSet that is otherwise complete. */
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

  /** Returns whether the pod was made from another template than the marked one. */
  public static boolean differs(V1Pod pod, V1StatefulSet set) {
    V1ObjectMeta template =
        Objects.requireNonNull(Objects.requireNonNull(set.getSpec()).getTemplate().getMetadata());
    String mark =
        Objects.requireNonNullElse(template.getAnnotations(), Map.<String, String>of())
            .getOrDefault(TEMPLATE, "");
    return Annotations.of(pod, TEMPLATE).filter(mark::equals).isEmpty();
  }
}
