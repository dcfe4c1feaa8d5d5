package dev.goldenrod.examples.kubernetes;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Removes the fields that only Helm adds, for comparison with other manifests. */
final class PlainObjects {
  private static final Set<String> OF_HELM =
      Set.of(
          "app.kubernetes.io/instance",
          "app.kubernetes.io/managed-by",
          "app.kubernetes.io/version",
          "helm.sh/chart",
          "helm.sh/resource-policy",
          "checksum/config");

  private PlainObjects() {}

  static Map<String, JsonObject> byName(List<JsonObject> objects) {
    Map<String, JsonObject> result = new TreeMap<>();
    objects.forEach(object -> result.put(name(object), plain(object.deepCopy())));
    return result;
  }

  private static String name(JsonObject object) {
    JsonObject metadata = object.getAsJsonObject("metadata");
    JsonElement namespace = metadata.get("namespace");
    return "%s %s%s"
        .formatted(
            object.get("kind").getAsString(),
            namespace == null ? "" : namespace.getAsString() + "/",
            metadata.get("name").getAsString());
  }

  private static JsonObject plain(JsonObject object) {
    OF_HELM.forEach(object::remove);
    object.asMap().values().forEach(PlainObjects::plainIn);
    JsonElement annotations = object.get("annotations");
    if (annotations != null && annotations.getAsJsonObject().isEmpty()) {
      object.remove("annotations");
    }
    return object;
  }

  private static void plainIn(JsonElement value) {
    if (value.isJsonObject()) {
      plain(value.getAsJsonObject());
    } else if (value.isJsonArray()) {
      value.getAsJsonArray().forEach(PlainObjects::plainIn);
    }
  }
}
