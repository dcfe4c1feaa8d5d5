package dev.goldenrod.dataplane.k8s.simulated.object;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes the fields of JSON objects by their paths. */
public final class Tree {
  private Tree() {}

  /** Returns the value at the path; empty if the value or one of its parents is absent or null. */
  public static Optional<JsonElement> find(JsonObject root, String... path) {
    JsonElement at = root;
    for (String field : path) {
      if (!at.isJsonObject() || !at.getAsJsonObject().has(field)) {
        return Optional.empty();
      }
      at = at.getAsJsonObject().get(field);
    }
    return at.isJsonNull() ? Optional.empty() : Optional.of(at);
  }

  public static boolean has(JsonObject root, String... path) {
    return find(root, path).isPresent();
  }

  /** Returns the text at the path, or an empty string. */
  public static String text(JsonObject root, String... path) {
    return find(root, path)
        .filter(JsonElement::isJsonPrimitive)
        .map(JsonElement::getAsString)
        .orElse("");
  }

  public static long number(JsonObject root, long absent, String... path) {
    return find(root, path)
        .filter(JsonElement::isJsonPrimitive)
        .map(JsonElement::getAsLong)
        .orElse(absent);
  }

  public static boolean flag(JsonObject root, String... path) {
    return text(root, path).equals("true");
  }

  /** Returns the object at the path, or an empty object that is not part of the tree. */
  public static JsonObject object(JsonObject root, String... path) {
    return find(root, path)
        .filter(JsonElement::isJsonObject)
        .map(JsonElement::getAsJsonObject)
        .orElseGet(JsonObject::new);
  }

  /**
   * Returns the object at the path. Creates missing objects on the way, and replaces values that
   * are not objects.
   */
  public static JsonObject ensure(JsonObject root, String... path) {
    JsonObject at = root;
    for (String field : path) {
      if (!at.has(field) || !at.get(field).isJsonObject()) {
        at.add(field, new JsonObject());
      }
      at = at.getAsJsonObject(field);
    }
    return at;
  }

  public static List<JsonObject> objects(JsonObject root, String... path) {
    List<JsonObject> all = new ArrayList<>();
    find(root, path)
        .filter(JsonElement::isJsonArray)
        .ifPresent(list -> list.getAsJsonArray().forEach(one -> all.add(one.getAsJsonObject())));
    return all;
  }

  public static List<String> texts(JsonObject root, String... path) {
    List<String> all = new ArrayList<>();
    find(root, path)
        .filter(JsonElement::isJsonArray)
        .ifPresent(list -> list.getAsJsonArray().forEach(one -> all.add(one.getAsString())));
    return all;
  }

  public static Map<String, String> map(JsonObject root, String... path) {
    Map<String, String> all = new LinkedHashMap<>();
    object(root, path)
        .entrySet()
        .forEach(
            entry ->
                all.put(
                    entry.getKey(),
                    entry.getValue().isJsonNull() ? "" : entry.getValue().getAsString()));
    return all;
  }

  public static JsonArray array(List<String> texts) {
    JsonArray all = new JsonArray();
    texts.forEach(all::add);
    return all;
  }

  public static JsonArray array(JsonObject... objects) {
    JsonArray all = new JsonArray();
    List.of(objects).forEach(all::add);
    return all;
  }

  /** Creates an object of alternating field names and values, without the fields that are null. */
  public static JsonObject of(Object... fieldsAndValues) {
    JsonObject made = new JsonObject();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      if (fieldsAndValues[i + 1] != null) {
        made.add((String) fieldsAndValues[i], element(fieldsAndValues[i + 1]));
      }
    }
    return made;
  }

  private static JsonElement element(Object value) {
    if (value instanceof JsonElement json) {
      return json;
    }
    if (value instanceof Number number) {
      return new JsonPrimitive(number);
    }
    return value instanceof Boolean flag ? new JsonPrimitive(flag) : new JsonPrimitive("" + value);
  }

  public static String name(JsonObject object) {
    return text(object, "metadata", "name");
  }

  public static String namespace(JsonObject object) {
    return text(object, "metadata", "namespace");
  }

  public static String uid(JsonObject object) {
    return text(object, "metadata", "uid");
  }

  public static boolean isDeleting(JsonObject object) {
    return has(object, "metadata", "deletionTimestamp");
  }

  public static boolean hasFinalizer(JsonObject object, String finalizer) {
    return texts(object, "metadata", "finalizers").contains(finalizer);
  }

  public static void addFinalizer(JsonObject object, String finalizer) {
    if (!hasFinalizer(object, finalizer)) {
      List<String> all = new ArrayList<>(texts(object, "metadata", "finalizers"));
      all.add(finalizer);
      ensure(object, "metadata").add("finalizers", array(all));
    }
  }

  public static void removeFinalizer(JsonObject object, String finalizer) {
    List<String> all = new ArrayList<>(texts(object, "metadata", "finalizers"));
    all.remove(finalizer);
    if (all.isEmpty()) {
      ensure(object, "metadata").remove("finalizers");
    } else {
      ensure(object, "metadata").add("finalizers", array(all));
    }
  }
}
