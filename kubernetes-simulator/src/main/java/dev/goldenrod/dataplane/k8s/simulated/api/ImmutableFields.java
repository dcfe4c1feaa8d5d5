package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;
import java.util.Set;

/** The fields that an update of an existing object cannot change. */
final class ImmutableFields {
  private static final List<String> FIXED_METADATA =
      List.of(
          "uid",
          "name",
          "namespace",
          "creationTimestamp",
          "generation",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "resourceVersion");
  private static final Set<String> STATEFUL_SET_MUTABLE =
      Set.of(
          "replicas",
          "ordinals",
          "template",
          "updateStrategy",
          "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy",
          "minReadySeconds");
  private static final Set<String> POD_MUTABLE =
      Set.of("activeDeadlineSeconds", "terminationGracePeriodSeconds", "tolerations", "nodeName");

  private static final String CLAIM_REFUSAL =
      "spec: Forbidden: spec is immutable after creation except resources.requests and"
          + " volumeAttributesClassName for bound claims";

  private ImmutableFields() {}

  static void requireSameVersion(ResourceType type, JsonObject before, JsonObject after) {
    for (String field : List.of("uid", "resourceVersion")) {
      String sent = Tree.text(after, "metadata", field);
      if (!sent.isEmpty() && !sent.equals(Tree.text(before, "metadata", field))) {
        String why =
            "the object has been modified; please apply your changes to the latest version and try"
                + " again";
        throw ApiError.conflict(type, Tree.name(before), why);
      }
    }
  }

  /** Restores the fields that a write of the given scope does not change. */
  static void restore(ResourceType type, JsonObject before, JsonObject after, WriteScope scope) {
    JsonObject metadata = Tree.ensure(after, "metadata");
    if (scope != WriteScope.ALL) {
      FIXED_METADATA.forEach(field -> copy(before.getAsJsonObject("metadata"), metadata, field));
      restoreOutsideScope(type, before, after, scope);
    }
    after.addProperty("apiVersion", type.apiVersion());
    after.addProperty("kind", type.kind());
  }

  private static void restoreOutsideScope(
      ResourceType type, JsonObject before, JsonObject after, WriteScope scope) {
    if (!type.hasStatus()) {
      return;
    }
    if (scope == WriteScope.OBJECT) {
      copy(before, after, "status");
      return;
    }
    Set.copyOf(after.keySet()).stream()
        .filter(field -> !Set.of("status", "metadata").contains(field))
        .forEach(field -> copy(before, after, field));
  }

  private static void copy(JsonObject from, JsonObject to, String field) {
    JsonElement kept = from.get(field);
    if (kept == null) {
      to.remove(field);
    } else {
      to.add(field, kept.deepCopy());
    }
  }

  /** Returns whether the objects are the same, apart from the times in {@code managedFields}. */
  static boolean isSame(JsonObject before, JsonObject after) {
    return withoutTimes(before).equals(withoutTimes(after));
  }

  private static JsonObject withoutTimes(JsonObject object) {
    JsonObject copy = object.deepCopy();
    Tree.objects(copy, "metadata", "managedFields").forEach(entry -> entry.remove("time"));
    return copy;
  }

  /** Throws the API server's error if the resource type forbids the change. */
  static void validate(ResourceType type, JsonObject before, JsonObject after) {
    if (type == ResourceType.STATEFUL_SET) {
      requireOnly(type, before, after, STATEFUL_SET_MUTABLE, statefulSetRefusal());
    } else if (type == ResourceType.POD) {
      requireSamePod(before, after);
    } else if (type == ResourceType.CLAIM) {
      requireOnly(type, before, after, Set.of("resources", "volumeName"), CLAIM_REFUSAL);
    } else if (type == ResourceType.VOLUME_SNAPSHOT) {
      requireOnly(type, before, after, Set.of("volumeSnapshotClassName"), "spec is immutable");
    } else if (type == ResourceType.SNAPSHOT_CONTENT) {
      requireField(type, before, after, "source", "spec.source is immutable");
    } else if (type == ResourceType.SECRET) {
      requireSameSecret(before, after);
    } else if (type == ResourceType.SERVICE && !Tree.text(after, "spec", "type").isEmpty()) {
      requireField(type, before, after, "clusterIP", "spec.clusterIP: field is immutable");
    }
  }

  private static String statefulSetRefusal() {
    return "spec: Forbidden: updates to statefulset spec for fields other than 'replicas',"
        + " 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit',"
        + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  }

  private static void requireSamePod(JsonObject before, JsonObject after) {
    JsonObject first = before.deepCopy();
    JsonObject second = after.deepCopy();
    List.of(first, second).stream()
        .flatMap(pod -> Tree.objects(pod, "spec", "containers").stream())
        .forEach(container -> container.remove("image"));
    String refusal =
        "spec: Forbidden: pod updates may not change fields other than"
            + " `spec.containers[*].image`,`spec.initContainers[*].image`,"
            + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing"
            + " tolerations),`spec.terminationGracePeriodSeconds`";
    requireOnly(ResourceType.POD, first, second, POD_MUTABLE, refusal);
  }

  private static void requireSameSecret(JsonObject before, JsonObject after) {
    if (!Tree.text(before, "type").equals(Tree.text(after, "type"))) {
      throw ApiError.invalid(
          ResourceType.SECRET, Tree.name(before), "type: Invalid value: field is immutable");
    }
    if (Tree.flag(before, "immutable")
        && !Tree.object(before, "data").equals(Tree.object(after, "data"))) {
      throw ApiError.invalid(
          ResourceType.SECRET,
          Tree.name(before),
          "data: Forbidden: field is immutable when `immutable` is set");
    }
  }

  private static void requireField(
      ResourceType type, JsonObject before, JsonObject after, String field, String refusal) {
    if (!Tree.find(before, "spec", field).equals(Tree.find(after, "spec", field))) {
      throw ApiError.invalid(type, Tree.name(before), refusal);
    }
  }

  private static void requireOnly(
      ResourceType type, JsonObject before, JsonObject after, Set<String> open, String refusal) {
    if (!without(before, open).equals(without(after, open))) {
      throw ApiError.invalid(type, Tree.name(before), refusal);
    }
  }

  private static JsonObject without(JsonObject object, Set<String> fields) {
    JsonObject spec = Tree.object(object, "spec").deepCopy();
    fields.forEach(spec::remove);
    return spec;
  }
}
