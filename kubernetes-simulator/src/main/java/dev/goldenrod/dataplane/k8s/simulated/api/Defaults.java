package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.Admission;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills in the default values that the API server fills in. */
public final class Defaults implements Admission {
  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    if (type == ResourceType.SECRET) {
      secret(object);
    } else if (type == ResourceType.NAMESPACE) {
      namespace(before, object);
    } else if (type == ResourceType.POD) {
      podSpec(Tree.ensure(object, "spec"));
      phase(object, "Pending");
    } else if (type == ResourceType.STATEFUL_SET) {
      statefulSet(object);
    } else if (type == ResourceType.CLAIM) {
      claim(before, object);
    } else if (type == ResourceType.STORAGE_CLASS) {
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
    podSpec(Tree.ensure(spec, "template", "spec"));
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

  private static void podSpec(JsonObject spec) {
    set(spec, "restartPolicy", "Always");
    set(spec, "dnsPolicy", "ClusterFirst");
    set(spec, "schedulerName", "default-scheduler");
    set(spec, "terminationGracePeriodSeconds", 30);
    Tree.ensure(spec, "securityContext");
    Tree.objects(spec, "containers").forEach(Defaults::container);
    Tree.objects(spec, "initContainers").forEach(Defaults::container);
    Tree.objects(spec, "volumes").forEach(Defaults::volume);
  }

  private static void container(JsonObject container) {
    set(container, "terminationMessagePath", "/dev/termination-log");
    set(container, "terminationMessagePolicy", "File");
    Tree.ensure(container, "resources");
    String image = Tree.text(container, "image");
    boolean latest = image.endsWith(":latest") || !image.contains(":");
    set(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
    Tree.objects(container, "ports").forEach(port -> set(port, "protocol", "TCP"));
    List.of("readinessProbe", "livenessProbe", "startupProbe").stream()
        .filter(container::has)
        .forEach(name -> probe(container.getAsJsonObject(name)));
  }

  private static void probe(JsonObject probe) {
    set(probe, "timeoutSeconds", 1);
    set(probe, "periodSeconds", 10);
    set(probe, "successThreshold", 1);
    set(probe, "failureThreshold", 3);
  }

  private static void volume(JsonObject volume) {
    List.of("secret", "configMap", "projected").stream()
        .filter(volume::has)
        .forEach(kind -> set(volume.getAsJsonObject(kind), "defaultMode", 420));
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
