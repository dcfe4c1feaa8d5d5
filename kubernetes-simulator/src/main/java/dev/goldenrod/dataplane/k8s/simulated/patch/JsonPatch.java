package dev.goldenrod.dataplane.k8s.simulated.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** JSON patches, and merge patches. */
public final class JsonPatch {
  private JsonPatch() {}

  /** Applies a JSON patch (RFC 6902), except for the operations move and copy. */
  public static JsonObject apply(JsonObject object, JsonArray operations) {
    operations.forEach(one -> perform(object, one.getAsJsonObject()));
    return object;
  }

  private static void perform(JsonObject object, JsonObject operation) {
    List<String> path = new ArrayList<>(segments(Tree.text(operation, "path")));
    String last = path.remove(path.size() - 1);
    JsonElement parent = object;
    for (String segment : path) {
      parent = child(parent, segment);
    }
    switch (Tree.text(operation, "op")) {
      case "add" -> add(parent, last, operation.get("value"));
      case "replace" -> replace(parent, last, operation.get("value"));
      case "remove" -> remove(parent, last);
      case "test" -> test(child(parent, last), operation.get("value"));
      default -> throw ApiError.badRequest("unsupported operation: " + operation);
    }
  }

  private static List<String> segments(String path) {
    return Arrays.stream(path.substring(1).split("/", -1))
        .map(one -> one.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  private static JsonElement child(JsonElement parent, String segment) {
    if (parent.isJsonArray() && Integer.parseInt(segment) < parent.getAsJsonArray().size()) {
      return parent.getAsJsonArray().get(Integer.parseInt(segment));
    }
    if (parent.isJsonObject() && parent.getAsJsonObject().has(segment)) {
      return parent.getAsJsonObject().get(segment);
    }
    throw unprocessable("the path segment \"" + segment + "\" does not exist");
  }

  private static void add(JsonElement parent, String last, JsonElement value) {
    if (parent.isJsonObject()) {
      parent.getAsJsonObject().add(last, value.deepCopy());
      return;
    }
    JsonArray list = parent.getAsJsonArray();
    List<JsonElement> all = list.asList();
    all.add(last.equals("-") ? all.size() : Integer.parseInt(last), value.deepCopy());
  }

  private static void replace(JsonElement parent, String last, JsonElement value) {
    child(parent, last);
    if (parent.isJsonObject()) {
      parent.getAsJsonObject().add(last, value.deepCopy());
    } else {
      parent.getAsJsonArray().set(Integer.parseInt(last), value.deepCopy());
    }
  }

  private static void remove(JsonElement parent, String last) {
    child(parent, last);
    if (parent.isJsonObject()) {
      parent.getAsJsonObject().remove(last);
    } else {
      parent.getAsJsonArray().remove(Integer.parseInt(last));
    }
  }

  private static void test(JsonElement is, JsonElement value) {
    if (!is.equals(value)) {
      throw unprocessable("testing value failed");
    }
  }

  private static ApiError unprocessable(String why) {
    return ApiError.of(422, "Invalid", "the server rejected our request due to an error: " + why);
  }

  /** Applies a merge patch (RFC 7386). */
  public static JsonObject merge(JsonObject object, JsonObject patch) {
    patch.asMap().forEach((name, value) -> mergeField(object, name, value));
    return object;
  }

  private static void mergeField(JsonObject object, String name, JsonElement value) {
    if (value.isJsonNull()) {
      object.remove(name);
    } else if (value.isJsonObject()) {
      boolean merges = object.has(name) && object.get(name).isJsonObject();
      object.add(
          name,
          merge(merges ? object.getAsJsonObject(name) : new JsonObject(), value.getAsJsonObject()));
    } else {
      object.add(name, value.deepCopy());
    }
  }
}
