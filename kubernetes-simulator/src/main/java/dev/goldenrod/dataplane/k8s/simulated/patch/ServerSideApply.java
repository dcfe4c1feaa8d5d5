package dev.goldenrod.dataplane.k8s.simulated.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * Server-side apply: merges the fields of a configuration into an object, and removes the fields
 * that the same manager applied before and no longer applies.
 */
public final class ServerSideApply {
  private static final List<String> UNMANAGED = List.of("apiVersion", "kind", "metadata", "status");

  private final ResourceType type;
  private final String manager;
  private final boolean force;
  private final ListKeys keys;
  private final FieldSet sets;

  public ServerSideApply(ResourceType type, String manager, boolean force) {
    this.type = type;
    this.manager = manager;
    this.force = force;
    keys = new ListKeys(type);
    sets = new FieldSet(keys);
  }

  /** Applies the configuration to the object, which is empty if it does not exist yet. */
  public JsonObject apply(JsonObject object, JsonObject configuration) {
    if (Tree.has(configuration, "metadata", "managedFields")) {
      throw ApiError.badRequest("metadata.managedFields must be nil");
    }
    JsonObject applied = sets.of(managed(configuration));
    List<JsonObject> entries = Tree.objects(object, "metadata", "managedFields");
    JsonObject previous = new JsonObject();
    List<JsonObject> others = new ArrayList<>();
    for (JsonObject entry : entries) {
      if (isOfManager(entry)) {
        previous = Tree.object(entry, "fieldsV1");
      } else {
        others.add(entry.deepCopy());
      }
    }
    JsonObject changed = changed(object, configuration);
    others.forEach(other -> takeOwnership(other, changed));
    JsonObject merged = merge(object.deepCopy(), configuration);
    JsonObject dropped = FieldSet.without(previous, applied);
    for (JsonObject other : others) {
      dropped = FieldSet.without(dropped, Tree.object(other, "fieldsV1"));
    }
    sets.remove(dropped, merged);
    recordManager(merged, others, applied);
    return merged;
  }

  private boolean isOfManager(JsonObject entry) {
    return Tree.text(entry, "manager").equals(manager)
        && Tree.text(entry, "operation").equals("Apply");
  }

  private static JsonObject managed(JsonObject configuration) {
    JsonObject copy = configuration.deepCopy();
    UNMANAGED.stream().filter(field -> !field.equals("status")).forEach(copy::remove);
    JsonObject metadata = Tree.object(configuration, "metadata").deepCopy();
    List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
        .forEach(metadata::remove);
    if (!metadata.isEmpty()) {
      copy.add("metadata", metadata);
    }
    return copy;
  }

  private JsonObject changed(JsonObject object, JsonObject configuration) {
    return changedFields(object, managed(configuration));
  }

  private JsonObject changedFields(JsonObject object, JsonObject applied) {
    JsonObject changed = new JsonObject();
    applied
        .asMap()
        .forEach(
            (name, value) -> {
              JsonElement is = object.get(name);
              if (is == null || is.equals(value)) {
                return;
              }
              if (is.isJsonObject() && value.isJsonObject()) {
                JsonObject below = changedFields(is.getAsJsonObject(), value.getAsJsonObject());
                if (!below.isEmpty()) {
                  changed.add("f:" + name, below);
                }
              } else if (!value.isJsonArray()) {
                changed.add("f:" + name, new JsonObject());
              }
            });
    return changed;
  }

  /** Takes the changed fields from another manager, or throws unless {@code force} is set. */
  private void takeOwnership(JsonObject other, JsonObject changed) {
    JsonObject theirs = Tree.object(other, "fieldsV1");
    JsonObject left = FieldSet.without(theirs, changed);
    if (left.equals(theirs)) {
      return;
    }
    if (!force) {
      String message =
          "Apply failed with 1 conflict: conflict with \"%s\" using %s"
              .formatted(Tree.text(other, "manager"), type.apiVersion());
      throw ApiError.of(409, "Conflict", message);
    }
    other.add("fieldsV1", left);
  }

  private JsonObject merge(JsonObject object, JsonObject configuration) {
    configuration
        .asMap()
        .forEach(
            (name, value) -> {
              if (value.isJsonNull()) {
                object.remove(name);
              } else {
                object.add(name, merged(name, object.get(name), value));
              }
            });
    return object;
  }

  private JsonElement merged(String name, JsonElement is, JsonElement value) {
    if (is == null) {
      return value.deepCopy();
    }
    if (is.isJsonObject() && value.isJsonObject()) {
      return merge(is.getAsJsonObject(), value.getAsJsonObject());
    }
    if (!is.isJsonArray() || !value.isJsonArray()) {
      return value.deepCopy();
    }
    if (keys.isSet(name)) {
      return union(is.getAsJsonArray(), value.getAsJsonArray());
    }
    return keys.of(name).isEmpty()
        ? value.deepCopy()
        : mergeElements(keys.of(name), is.getAsJsonArray(), value.getAsJsonArray());
  }

  private static JsonArray union(JsonArray is, JsonArray added) {
    JsonArray all = is.deepCopy();
    added.asList().stream().filter(one -> !all.contains(one)).forEach(all::add);
    return all;
  }

  private JsonArray mergeElements(List<String> identity, JsonArray is, JsonArray applied) {
    JsonArray all = is.deepCopy();
    for (JsonElement one : applied) {
      JsonObject element = one.getAsJsonObject();
      JsonObject found = ListKeys.find(all, identity, ListKeys.key(identity, element));
      if (found.isEmpty()) {
        all.add(element.deepCopy());
      } else {
        merge(found, element);
      }
    }
    return all;
  }

  private void recordManager(JsonObject merged, List<JsonObject> others, JsonObject applied) {
    JsonArray entries = new JsonArray();
    others.stream().filter(one -> !Tree.object(one, "fieldsV1").isEmpty()).forEach(entries::add);
    entries.add(
        Tree.of(
            "manager",
            manager,
            "operation",
            "Apply",
            "apiVersion",
            type.apiVersion(),
            "time",
            Times.now(),
            "fieldsType",
            "FieldsV1",
            "fieldsV1",
            applied));
    Tree.ensure(merged, "metadata").add("managedFields", entries);
  }
}
