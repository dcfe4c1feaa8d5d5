package dev.goldenrod.examples.kubernetes;

import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ContainerPort;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import io.kubernetes.client.openapi.models.V1Volume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The rules of the restricted Pod Security Standard that a Linux pod can violate. */
final class RestrictedPods {
  private static final Set<String> VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private final List<String> violations = new ArrayList<>();

  private RestrictedPods() {}

  static List<String> violations(V1PodSpec pod) {
    RestrictedPods rules = new RestrictedPods();
    rules.checkPod(pod);
    Stream.of(pod.getInitContainers(), pod.getContainers())
        .filter(list -> !isEmpty(list))
        .flatMap(List::stream)
        .forEach(rules::checkContainer);
    return rules.violations;
  }

  private void checkPod(V1PodSpec pod) {
    allow(!isTrue(pod.getHostNetwork()), "hostNetwork");
    allow(!isTrue(pod.getHostPID()), "hostPID");
    allow(!isTrue(pod.getHostIPC()), "hostIPC");
    V1PodSecurityContext context = pod.getSecurityContext();
    allow(context != null && isTrue(context.getRunAsNonRoot()), "runAsNonRoot");
    allow(context != null && !Long.valueOf(0).equals(context.getRunAsUser()), "runAsUser");
    allow(
        context != null
            && context.getSeccompProfile() != null
            && Set.of("RuntimeDefault", "Localhost")
                .contains(context.getSeccompProfile().getType()),
        "seccompProfile");
    allow(context == null || isEmpty(context.getSysctls()), "sysctls");
    if (pod.getVolumes() != null) {
      pod.getVolumes().forEach(this::checkVolume);
    }
  }

  private void checkVolume(V1Volume volume) {
    Set<String> kinds = JSON.getGson().toJsonTree(volume).getAsJsonObject().keySet();
    allow(
        kinds.stream().allMatch(kind -> kind.equals("name") || VOLUMES.contains(kind)),
        "volume " + volume.getName());
  }

  private void checkContainer(V1Container container) {
    V1SecurityContext context = container.getSecurityContext();
    if (context == null) {
      violations.add("no securityContext of container " + container.getName());
      return;
    }
    allow(!isTrue(context.getPrivileged()), "privileged");
    allow(Boolean.FALSE.equals(context.getAllowPrivilegeEscalation()), "allowPrivilegeEscalation");
    allow(!Boolean.FALSE.equals(context.getRunAsNonRoot()), "runAsNonRoot of a container");
    allow(
        context.getCapabilities() != null
            && List.of("ALL").equals(context.getCapabilities().getDrop())
            && isEmpty(context.getCapabilities().getAdd()),
        "capabilities");
    allow(
        container.getPorts() == null
            || container.getPorts().stream()
                .map(V1ContainerPort::getHostPort)
                .allMatch(port -> port == null),
        "hostPort");
  }

  private void allow(boolean fine, String rule) {
    if (!fine) {
      violations.add(rule);
    }
  }

  private static boolean isTrue(Boolean value) {
    return Boolean.TRUE.equals(value);
  }

  private static boolean isEmpty(Collection<?> values) {
    return values == null || values.isEmpty();
  }
}
