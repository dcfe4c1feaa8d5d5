package dev.goldenrod.dataplane.k8s.simulated.admission;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.Admission;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rejects pods that violate the restricted Pod Security Standard of their namespace. */
public record PodSecurity(ObjectStore store) implements Admission {
  /** The label of a namespace that enforces a Pod Security Standard. */
  public static final String LABEL = "pod-security.kubernetes.io/enforce";

  private static final Set<String> VOLUMES =
      Set.of(
          "name",
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "persistentVolumeClaim",
          "projected",
          "secret");

  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    if (type != ResourceType.POD || before != null || !isRestricted(Tree.namespace(object))) {
      return;
    }
    List<String> violations = new ArrayList<>();
    checkPod(object, violations);
    Tree.objects(object, "spec", "containers")
        .forEach(container -> checkContainer(object, container, violations));
    if (!violations.isEmpty()) {
      String why = "violates PodSecurity \"restricted:latest\": " + String.join(", ", violations);
      throw ApiError.forbidden(type, Tree.name(object), why);
    }
  }

  private boolean isRestricted(String namespace) {
    return store
        .find(ResourceType.NAMESPACE, new Key("", namespace))
        .filter(one -> Tree.text(one, "metadata", "labels", LABEL).equals("restricted"))
        .isPresent();
  }

  private static void checkPod(JsonObject pod, List<String> violations) {
    List.of("hostNetwork", "hostPID", "hostIPC").stream()
        .filter(field -> Tree.flag(pod, "spec", field))
        .forEach(field -> violations.add("host namespaces (" + field + "=true)"));
    Tree.objects(pod, "spec", "volumes").stream()
        .flatMap(volume -> volume.keySet().stream())
        .filter(field -> !VOLUMES.contains(field))
        .forEach(field -> violations.add("restricted volume types (type \"" + field + "\")"));
  }

  private static void checkContainer(
      JsonObject pod, JsonObject container, List<String> violations) {
    String name =
        "container \"%s\" must set securityContext.".formatted(Tree.text(container, "name"));
    if (!Tree.text(container, "securityContext", "allowPrivilegeEscalation").equals("false")) {
      violations.add(
          "allowPrivilegeEscalation != false (" + name + "allowPrivilegeEscalation=false)");
    }
    if (!Tree.texts(container, "securityContext", "capabilities", "drop").contains("ALL")) {
      violations.add("unrestricted capabilities (" + name + "capabilities.drop=[\"ALL\"])");
    }
    if (!either(pod, container, "runAsNonRoot").equals("true")) {
      violations.add("runAsNonRoot != true (pod or " + name + "runAsNonRoot=true)");
    }
    if (either(pod, container, "runAsUser").equals("0")) {
      violations.add("runAsUser=0 (pod or container must not set runAsUser=0)");
    }
    if (!Set.of("RuntimeDefault", "Localhost")
        .contains(either(pod, container, "seccompProfile", "type"))) {
      violations.add(
          "seccompProfile (pod or "
              + name
              + "seccompProfile.type to \"RuntimeDefault\" or \"Localhost\")");
    }
  }

  private static String either(JsonObject pod, JsonObject container, String... field) {
    String own = Tree.text(Tree.object(container, "securityContext"), field);
    return own.isEmpty() ? Tree.text(Tree.object(pod, "spec", "securityContext"), field) : own;
  }
}
