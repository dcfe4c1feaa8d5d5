package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;

/** Reads fields of objects, whatever is missing on the way. */
final class JsonPath {
  private JsonPath() {}

  /** What stands at the path; empty when it, or anything above it, is absent or null. */
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

  /** The text, number or truth value at the path, as text. */
  static Optional<String> text(JsonObject root, String... path) {
    return find(root, path).filter(JsonElement::isJsonPrimitive).map(JsonElement::getAsString);
  }
}
