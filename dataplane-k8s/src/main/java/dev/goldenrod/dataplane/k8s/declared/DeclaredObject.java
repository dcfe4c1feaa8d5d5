package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredName;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** A Clone or a Database as read from the cluster. Immutable. */
record DeclaredObject(DeclaredName name, JsonObject raw) {
  /** Keeps the object in the cluster until its instance or database is deleted. */
  static final String FINALIZER = "goldenrod.dev/destroy";

  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final Set<String> OF_OBJECT = Set.of("apiVersion", "kind", "spec", "status");
  private static final List<String> OF_METADATA =
      List.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "deletionTimestamp",
          "finalizers");

  /** Drops annotations and other fields of unlimited size, because the object is kept in memory. */
  static DeclaredObject of(DeclaredName name, DynamicKubernetesObject object) {
    JsonObject raw = object.getRaw();
    JsonObject kept = new JsonObject();
    raw.entrySet().stream()
        .filter(field -> OF_OBJECT.contains(field.getKey()))
        .forEach(field -> kept.add(field.getKey(), field.getValue()));
    JsonObject metadata = new JsonObject();
    OF_METADATA.forEach(
        field -> find(raw, "metadata", field).ifPresent(value -> metadata.add(field, value)));
    kept.add("metadata", metadata);
    return new DeclaredObject(name, kept);
  }

  String uid() {
    return metadata("uid");
  }

  String resourceVersion() {
    return metadata("resourceVersion");
  }

  long generation() {
    return Long.parseLong(metadata("generation"));
  }

  private String metadata(String field) {
    return text(raw, "metadata", field).orElse("0");
  }

  boolean isDeleting() {
    return find(raw, "metadata", "deletionTimestamp").isPresent();
  }

  boolean hasFinalizer() {
    return finalizers().contains(new JsonPrimitive(FINALIZER));
  }

  private JsonArray finalizers() {
    return find(raw, "metadata", "finalizers")
        .map(JsonElement::getAsJsonArray)
        .orElseGet(JsonArray::new);
  }

  JsonObject addFinalizerPatch() {
    JsonArray finalizers = finalizers().deepCopy();
    finalizers.add(FINALIZER);
    return finalizersPatch(finalizers);
  }

  JsonObject removeFinalizerPatch() {
    JsonArray finalizers = finalizers().deepCopy();
    finalizers.remove(new JsonPrimitive(FINALIZER));
    return finalizersPatch(finalizers);
  }

  private JsonObject finalizersPatch(JsonArray finalizers) {
    JsonObject patch = versionedPatch();
    patch.getAsJsonObject("metadata").add("finalizers", finalizers);
    return patch;
  }

  /** Returns an empty patch that applies to this version of the object only. */
  JsonObject versionedPatch() {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", resourceVersion());
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    return patch;
  }

  Optional<String> spec(String... path) {
    JsonObject spec =
        find(raw, "spec").map(JsonElement::getAsJsonObject).orElseGet(JsonObject::new);
    return text(spec, path);
  }

  JsonObject status() {
    return find(raw, "status").map(JsonElement::getAsJsonObject).orElseGet(JsonObject::new);
  }

  Optional<String> status(String field) {
    return text(status(), field);
  }

  Optional<String> condition(String type, String field) {
    return find(status(), "conditions")
        .map(JsonElement::getAsJsonArray)
        .orElseGet(JsonArray::new)
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .filter(one -> type.equals(text(one, "type").orElse("")))
        .findFirst()
        .flatMap(one -> text(one, field));
  }

  Optional<UUID> id() {
    return status("id").filter(text -> ID.matcher(text).matches()).map(UUID::fromString);
  }

  V1OwnerReference asOwner() {
    return new V1OwnerReference()
        .apiVersion(name.kind().apiVersion())
        .kind(name.kind().wireName())
        .name(name.name())
        .uid(uid())
        .controller(true)
        .blockOwnerDeletion(true);
  }

  /** Returns the element at the path; empty if it or a parent is absent or null. */
  private static Optional<JsonElement> find(JsonObject root, String... path) {
    JsonElement at = root;
    for (String field : path) {
      if (!at.isJsonObject() || !at.getAsJsonObject().has(field)) {
        return Optional.empty();
      }
      at = at.getAsJsonObject().get(field);
    }
    return at.isJsonNull() ? Optional.empty() : Optional.of(at);
  }

  private static Optional<String> text(JsonObject root, String... path) {
    return find(root, path).filter(JsonElement::isJsonPrimitive).map(JsonElement::getAsString);
  }
}
