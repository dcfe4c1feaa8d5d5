package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.JsonObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.Optional;

/** Annotations of objects, in which Goldenrod saves state. */
public final class Annotations {
  private Annotations() {}

  public static Optional<String> of(KubernetesObject object, String name) {
    return Optional.ofNullable(object.getMetadata())
        .map(V1ObjectMeta::getAnnotations)
        .map(annotations -> annotations.get(name));
  }

  /** Returns the number in the annotation, or the default if it is missing or damaged. */
  public static int number(KubernetesObject object, String name, int otherwise) {
    try {
      return of(object, name).map(Integer::parseInt).orElse(otherwise);
    } catch (NumberFormatException damaged) {
      return otherwise;
    }
  }

  public static JsonObject patch(Map<String, String> values) {
    JsonObject annotations = new JsonObject();
    values.forEach(annotations::addProperty);
    JsonObject metadata = new JsonObject();
    metadata.add("annotations", annotations);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    return patch;
  }
}
