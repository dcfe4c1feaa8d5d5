package dev.goldenrod.dataplane.k8s.simulated.patch;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** A JSON merge patch (RFC 7386). */
public final class MergePatch {
  private MergePatch() {}

  public static JsonObject apply(JsonObject object, JsonObject patch) {
    patch.asMap().forEach((name, value) -> set(object, name, value));
    return object;
  }

  private static void set(JsonObject object, String name, JsonElement value) {
    if (value.isJsonNull()) {
      object.remove(name);
    } else if (value.isJsonObject()) {
      boolean merges = object.has(name) && object.get(name).isJsonObject();
      object.add(
          name,
          apply(merges ? object.getAsJsonObject(name) : new JsonObject(), value.getAsJsonObject()));
    } else {
      object.add(name, value.deepCopy());
    }
  }
}
