package dev.goldenrod.dataplane.k8s.simulated.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lists that are merged by element, and the fields that identify their elements. */
record ListKeys(ResourceType type) {
  private static final Map<String, List<String>> BY_FIELD =
      Map.of(
          "containers", List.of("name"),
          "initContainers", List.of("name"),
          "volumes", List.of("name"),
          "env", List.of("name"),
          "imagePullSecrets", List.of("name"),
          "volumeMounts", List.of("mountPath"),
          "ownerReferences", List.of("uid"),
          "conditions", List.of("type"));
  private static final Set<String> SETS = Set.of("finalizers");

  boolean isSet(String field) {
    return SETS.contains(field);
  }

  /** Returns the fields that identify an element; empty if the list is replaced as a whole. */
  List<String> of(String field) {
    if (!field.equals("ports")) {
      return BY_FIELD.getOrDefault(field, List.of());
    }
    if (type == ResourceType.SERVICE) {
      return List.of("port", "protocol");
    }
    return type == ResourceType.POD || type == ResourceType.STATEFUL_SET
        ? List.of("containerPort", "protocol")
        : List.of();
  }

  /** Returns the key of the element, as it stands in a list of managed fields. */
  static JsonObject key(List<String> fields, JsonObject element) {
    JsonObject key = new JsonObject();
    for (String field : fields) {
      if (element.has(field)) {
        key.add(field, element.get(field));
      } else if (field.equals("protocol")) {
        key.addProperty(field, "TCP");
      }
    }
    return key;
  }

  /** Returns the element with the given key, or an empty object. */
  static JsonObject find(JsonArray list, List<String> fields, JsonObject key) {
    for (JsonElement element : list) {
      if (element.isJsonObject() && key(fields, element.getAsJsonObject()).equals(key)) {
        return element.getAsJsonObject();
      }
    }
    return Tree.of();
  }
}
