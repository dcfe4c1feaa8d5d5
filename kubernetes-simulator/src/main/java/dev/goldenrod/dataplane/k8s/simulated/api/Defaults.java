package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills in the default values that the API server fills in. */
public final class Defaults implements Admission {
  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    if (type == ResourceTypes.SECRET) {
      secret(object);
    } else if (type == ResourceTypes.NAMESPACE) {
      namespace(before, object);
    } else if (type == ResourceTypes.POD) {
      PodDefaults.fill(Tree.ensure(object, "spec"));
      phase(object, "Pending");
    } else if (type == ResourceTypes.STATEFUL_SET) {
      statefulSet(object);
    } else if (type == ResourceTypes.CLAIM) {
      claim(before, object);
    } else if (type == ResourceTypes.STORAGE_CLASS) {
      set(object, "reclaimPolicy", "Delete");
      set(object, "volumeBindingMode", "Immediate");
    }
  }

  private static void secret(JsonObject object) {
    set(object, "type", "Opaque");
    Tree.map(object, "stringData")
        .forEach(
            (key, value) -> {
              byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
              Tree.ensure(object, "data")
                  .addProperty(key, Base64.getEncoder().encodeToString(bytes));
            });
    object.remove("stringData");
  }

  private static void namespace(@Nullable JsonObject before, JsonObject object) {
    Tree.ensure(object, "metadata", "labels")
        .addProperty("kubernetes.io/metadata.name", Tree.name(object));
    phase(object, "Active");
    if (before == null) {
      Tree.ensure(object, "spec").add("finalizers", Tree.array(List.of("kubernetes")));
    }
  }

  private static void statefulSet(JsonObject object) {
    JsonObject spec = Tree.ensure(object, "spec");
    set(spec, "replicas", 1);
    set(spec, "podManagementPolicy", "OrderedReady");
    set(spec, "revisionHistoryLimit", 10);
    set(Tree.ensure(spec, "updateStrategy"), "type", "RollingUpdate");
    JsonObject retention = Tree.ensure(spec, "persistentVolumeClaimRetentionPolicy");
    set(retention, "whenDeleted", "Retain");
    set(retention, "whenScaled", "Retain");
    PodDefaults.fill(Tree.ensure(spec, "template", "spec"));
    if (!object.has("status")) {
      Tree.ensure(object, "status").addProperty("replicas", 0);
    }
  }

  private static void claim(@Nullable JsonObject before, JsonObject object) {
    set(Tree.ensure(object, "spec"), "volumeMode", "Filesystem");
    phase(object, "Pending");
    if (before == null) {
      Tree.ensure(object, "metadata")
          .add("finalizers", Tree.array(List.of("kubernetes.io/pvc-protection")));
    }
  }

  private static void phase(JsonObject object, String phase) {
    set(Tree.ensure(object, "status"), "phase", phase);
  }

  static void set(JsonObject object, String field, String value) {
    if (!object.has(field)) {
      object.add(field, new JsonPrimitive(value));
    }
  }

  static void set(JsonObject object, String field, int value) {
    if (!object.has(field)) {
      object.add(field, new JsonPrimitive(value));
    }
  }
}
