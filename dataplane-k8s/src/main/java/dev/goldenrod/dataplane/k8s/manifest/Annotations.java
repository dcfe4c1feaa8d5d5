package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.goldenrod.engine.DatabaseInfo;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.Optional;

/** Annotations of objects, in which Goldenrod saves state. */
public final class Annotations {
  /** The information needed to run a server on data, of the object with the data. */
  public static final String INFO = "goldenrod.dev/info";

  private static final Gson GSON = new Gson();

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

  /** Returns the value of {@link #INFO}. */
  public static String infoText(DatabaseInfo info) {
    return GSON.toJson(info);
  }

  /** Reads {@link #INFO}; empty if it is missing or damaged. */
  public static Optional<DatabaseInfo> info(KubernetesObject object) {
    try {
      return of(object, INFO).map(text -> GSON.fromJson(text, DatabaseInfo.class));
    } catch (JsonParseException | NullPointerException damaged) {
      return Optional.empty();
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

  /** Returns the annotations in a patch of {@link #patch}. */
  public static JsonObject in(JsonObject patch) {
    return patch.getAsJsonObject("metadata").getAsJsonObject("annotations");
  }
}
