package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;

/** The rules of deletion: finalizers, grace periods and preconditions. */
final class Deletion {
  private Deletion() {}

  static void requirePreconditions(ResourceType type, JsonObject object, DeleteOptions options) {
    requireSame(type, object, "uid", options.uid(), "UID");
    requireSame(type, object, "resourceVersion", options.resourceVersion(), "ResourceVersion");
  }

  private static void requireSame(
      ResourceType type, JsonObject object, String field, String wanted, String label) {
    String is = Tree.text(object, "metadata", field);
    if (!wanted.isEmpty() && !wanted.equals(is)) {
      String why =
          "Precondition failed: %s in precondition: %s, %s in object meta: %s"
              .formatted(label, wanted, label, is);
      throw ApiError.conflict(type, Tree.name(object), why);
    }
  }

  /** Marks the object as deleted. A repeated call can only shorten the grace period. */
  static JsonObject mark(ResourceType type, JsonObject object, DeleteOptions options) {
    JsonObject metadata = object.getAsJsonObject("metadata");
    long grace = grace(type, object, options);
    boolean first = !metadata.has("deletionTimestamp");
    if (first || grace < Tree.number(metadata, 0, "deletionGracePeriodSeconds")) {
      metadata.addProperty("deletionTimestamp", Times.inSeconds(grace));
      metadata.addProperty("deletionGracePeriodSeconds", grace);
    }
    if (first) {
      metadata.addProperty("generation", Tree.number(metadata, 0, "generation") + 1);
      addFinalizer(metadata, options.propagation());
    }
    if (type == ResourceType.NAMESPACE) {
      Tree.ensure(object, "status").addProperty("phase", "Terminating");
    }
    return object;
  }

  private static long grace(ResourceType type, JsonObject object, DeleteOptions options) {
    if (type != ResourceType.POD || !Tree.has(object, "spec", "nodeName")) {
      return 0;
    }
    return options.graceSeconds() >= 0
        ? options.graceSeconds()
        : Tree.number(object, 30, "spec", "terminationGracePeriodSeconds");
  }

  private static void addFinalizer(JsonObject metadata, String propagation) {
    String finalizer =
        switch (propagation) {
          case "Foreground" -> "foregroundDeletion";
          case "Orphan" -> "orphan";
          default -> "";
        };
    if (!finalizer.isEmpty()) {
      JsonArray all =
          metadata.has("finalizers") ? metadata.getAsJsonArray("finalizers") : new JsonArray();
      all.add(new JsonPrimitive(finalizer));
      metadata.add("finalizers", all);
    }
  }

  static boolean isComplete(ResourceType type, JsonObject object) {
    return Tree.isDeleting(object)
        && Tree.texts(object, "metadata", "finalizers").isEmpty()
        && (type != ResourceType.POD
            || Tree.number(object, 0, "metadata", "deletionGracePeriodSeconds") == 0)
        && (type != ResourceType.NAMESPACE || Tree.texts(object, "spec", "finalizers").isEmpty());
  }
}
