package dev.goldenrod.dataplane.k8s.simulated.object;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** Reads and writes the conditions of an object's status. */
public final class Conditions {
  private Conditions() {}

  /** Sets the condition. Its {@code lastTransitionTime} changes only when its value changes. */
  public static void set(
      JsonObject status, String type, boolean value, String reason, String message) {
    if (!status.has("conditions")) {
      status.add("conditions", new JsonArray());
    }
    JsonObject condition = find(status, type);
    if (condition.isEmpty()) {
      condition.addProperty("type", type);
      status.getAsJsonArray("conditions").add(condition);
    }
    String text = value ? "True" : "False";
    if (!Tree.text(condition, "status").equals(text)) {
      condition.addProperty("lastTransitionTime", Times.now());
    }
    condition.addProperty("status", text);
    put(condition, "reason", reason);
    put(condition, "message", message);
  }

  private static void put(JsonObject condition, String field, String text) {
    if (text.isEmpty()) {
      condition.remove(field);
    } else {
      condition.addProperty(field, text);
    }
  }

  /** Returns the condition of the given type, or an empty object that is not part of the status. */
  public static JsonObject find(JsonObject status, String type) {
    return Tree.objects(status, "conditions").stream()
        .filter(one -> Tree.text(one, "type").equals(type))
        .findFirst()
        .orElseGet(JsonObject::new);
  }

  public static boolean isTrue(JsonObject object, String type) {
    return Tree.text(find(Tree.object(object, "status"), type), "status").equals("True");
  }
}
