package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;

/** Null-safe access to nested fields of JSON objects. */
final class JsonPath {
  private JsonPath() {}

  /** Returns the element at the path; empty if it or a parent is absent or null. */
  static Optional<JsonElement> find(JsonObject root, String... path) {
    JsonElement at = root;
    for (String field : path) {
      if (!at.isJsonObject() || !at.getAsJsonObject().has(field)) {
        return Optional.empty();
      }
      at = at.getAsJsonObject().get(field);
    }
    return at.isJsonNull() ? Optional.empty() : Optional.of(at);
  }

  static Optional<String> text(JsonObject root, String... path) {
    return find(root, path).filter(JsonElement::isJsonPrimitive).map(JsonElement::getAsString);
  }
}
