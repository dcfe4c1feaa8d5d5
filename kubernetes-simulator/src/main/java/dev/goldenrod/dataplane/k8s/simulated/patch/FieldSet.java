package dev.goldenrod.dataplane.k8s.simulated.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;

/** Sets of fields that a manager has applied, in the form of {@code managedFields[].fieldsV1}. */
record FieldSet(ListKeys keys) {
  JsonObject of(JsonObject object) {
    JsonObject fields = new JsonObject();
    object.asMap().forEach((name, value) -> fields.add("f:" + name, of(name, value)));
    return fields;
  }

  private JsonObject of(String name, JsonElement value) {
    if (value.isJsonObject()) {
      return of(value.getAsJsonObject());
    }
    JsonObject elements = new JsonObject();
    if (value.isJsonArray() && keys.isSet(name)) {
      value.getAsJsonArray().forEach(one -> elements.add("v:" + one, new JsonObject()));
    } else if (value.isJsonArray() && !keys.of(name).isEmpty()) {
      for (JsonElement one : value.getAsJsonArray()) {
        JsonObject element = one.getAsJsonObject();
        elements.add("k:" + ListKeys.key(keys.of(name), element), of(element));
      }
    }
    return elements;
  }

  /** Returns the fields of the first set that are not in the second. */
  static JsonObject without(JsonObject fields, JsonObject others) {
    JsonObject left = new JsonObject();
    fields
        .asMap()
        .forEach(
            (name, below) -> {
              JsonObject rest =
                  others.has(name)
                      ? without(below.getAsJsonObject(), others.getAsJsonObject(name))
                      : below.getAsJsonObject();
              if (!others.has(name) || !rest.isEmpty()) {
                left.add(name, rest.deepCopy());
              }
            });
    return left;
  }

  /** Removes the fields from the object, and the objects and lists that become empty. */
  void remove(JsonObject fields, JsonObject object) {
    for (Map.Entry<String, JsonElement> entry : fields.entrySet()) {
      if (entry.getKey().startsWith("f:")) {
        removeField(entry.getKey().substring(2), entry.getValue().getAsJsonObject(), object);
      }
    }
  }

  private void removeField(String name, JsonObject below, JsonObject object) {
    JsonElement value = object.get(name);
    if (value == null) {
      return;
    }
    if (below.isEmpty()) {
      object.remove(name);
    } else if (value.isJsonObject()) {
      remove(below, value.getAsJsonObject());
      removeIfEmpty(object, name, value.getAsJsonObject().isEmpty());
    } else if (value.isJsonArray()) {
      removeElements(name, below, value.getAsJsonArray());
      removeIfEmpty(object, name, value.getAsJsonArray().isEmpty());
    }
  }

  private static void removeIfEmpty(JsonObject object, String name, boolean empty) {
    if (empty) {
      object.remove(name);
    }
  }

  private void removeElements(String name, JsonObject below, JsonArray list) {
    List<String> identity = keys.of(name);
    below
        .asMap()
        .forEach(
            (label, fields) -> {
              JsonElement key = JsonParser.parseString(label.substring(2));
              if (label.startsWith("v:")) {
                list.remove(key);
                return;
              }
              JsonObject element = ListKeys.find(list, identity, key.getAsJsonObject());
              JsonObject owned = fields.getAsJsonObject();
              if (identity.stream().anyMatch(field -> owned.has("f:" + field))) {
                list.remove(element);
              } else {
                remove(owned, element);
              }
            });
  }
}
