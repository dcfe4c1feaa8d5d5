package dev.goldenrod.dataplane.k8s.simulated.schema;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.annotations.SerializedName;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Rejects unknown fields, as strict decoding does, and objects without required fields. */
public final class FieldValidation {
  private static final Map<Class<?>, Map<String, Type>> FIELDS = new ConcurrentHashMap<>();
  private static final String MODELS = "io.kubernetes.client.openapi.models";

  private static final Map<ResourceType, List<String>> REQUIRED =
      Map.of(
          ResourceType.POD,
          List.of("spec.containers"),
          ResourceType.STATEFUL_SET,
          List.of("spec.selector.matchLabels", "spec.template.spec.containers"),
          ResourceType.CLAIM,
          List.of("spec.accessModes", "spec.resources.requests.storage"),
          ResourceType.NETWORK_POLICY,
          List.of("spec.podSelector"),
          ResourceType.STORAGE_CLASS,
          List.of("provisioner"),
          ResourceType.SNAPSHOT_CLASS,
          List.of("driver", "deletionPolicy"),
          ResourceType.SNAPSHOT_CONTENT,
          List.of("spec.deletionPolicy", "spec.driver", "spec.source", "spec.volumeSnapshotRef"),
          ResourceType.VOLUME_SNAPSHOT,
          List.of("spec.source"));

  private FieldValidation() {}

  public static void validate(ResourceType type, JsonObject object) {
    List<String> problems = new ArrayList<>();
    if (DefinedFields.areOf(type)) {
      DefinedFields.walk(type, object, problems);
    } else if (type.model() == null) {
      SnapshotFields.walk(type, object, problems);
    } else {
      walk(type.model(), object, "", problems);
    }
    if (!problems.isEmpty()) {
      String kind = type.kind();
      throw ApiError.badRequest(
          "%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s"
              .formatted(kind, type.version(), kind, String.join(", ", problems)));
    }
    requireFields(type, object);
  }

  private static void walk(Type type, JsonElement value, String path, List<String> problems) {
    if (type instanceof ParameterizedType generic) {
      Type element = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      children(value).forEach(child -> walk(element, child, path, problems));
    } else if (type instanceof Class<?> model && model.getName().startsWith(MODELS)) {
      walkModel(model, value, path, problems);
    }
  }

  private static List<JsonElement> children(JsonElement value) {
    if (value.isJsonArray()) {
      return value.getAsJsonArray().asList();
    }
    return value.isJsonObject() ? List.copyOf(value.getAsJsonObject().asMap().values()) : List.of();
  }

  private static void walkModel(
      Class<?> model, JsonElement value, String path, List<String> problems) {
    Map<String, Type> fields = FIELDS.computeIfAbsent(model, FieldValidation::fields);
    if (!value.isJsonObject() || fields.isEmpty()) {
      return;
    }
    value
        .getAsJsonObject()
        .asMap()
        .forEach(
            (name, child) -> {
              String at = path.isEmpty() ? name : path + "." + name;
              if (fields.containsKey(name)) {
                walk(fields.get(name), child, at, problems);
              } else {
                problems.add("unknown field \"" + at + "\"");
              }
            });
  }

  private static Map<String, Type> fields(Class<?> model) {
    Map<String, Type> all = new ConcurrentHashMap<>();
    for (Field field : model.getDeclaredFields()) {
      SerializedName name = field.getAnnotation(SerializedName.class);
      if (name != null) {
        all.put(name.value(), field.getGenericType());
      }
    }
    return all;
  }

  private static void requireFields(ResourceType type, JsonObject object) {
    Set<String> missing = new HashSet<>(REQUIRED.getOrDefault(type, List.of()));
    missing.removeIf(path -> Tree.has(object, path.split("\\.")));
    if (!missing.isEmpty()) {
      throw ApiError.invalid(
          type, Tree.name(object), String.join(", ", missing) + ": Required value");
    }
  }
}
