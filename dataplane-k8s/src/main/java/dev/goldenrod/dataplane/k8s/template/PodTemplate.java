package dev.goldenrod.dataplane.k8s.template;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1LocalObjectReference;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fields that are added to every pod of a database, an import or a copy. They are merged as
 * Kubernetes merges pod templates: maps by their keys, containers and pull secrets by their names,
 * and other lists as a whole. Immutable.
 */
public final class PodTemplate {
  /** The name of a pod's only container. */
  public static final String CONTAINER = "engine";

  private static final String IN_CONTAINER = "spec.containers[" + CONTAINER + "]";

  private static final AllowedFields ALLOWED =
      AllowedFields.of(
          "metadata.annotations",
          "metadata.labels",
          "spec.affinity",
          IN_CONTAINER + ".imagePullPolicy",
          IN_CONTAINER + ".name",
          "spec.dnsConfig",
          "spec.dnsPolicy",
          "spec.hostAliases",
          "spec.imagePullSecrets",
          "spec.nodeSelector",
          "spec.preemptionPolicy",
          "spec.priorityClassName",
          "spec.runtimeClassName",
          "spec.schedulerName",
          "spec.securityContext.seLinuxOptions",
          "spec.securityContext.supplementalGroups",
          "spec.serviceAccountName",
          "spec.tolerations",
          "spec.topologySpreadConstraints");

  private static final PodTemplate NONE = new PodTemplate(new V1PodTemplateSpec());

  private final V1ObjectMeta metadata;
  private final V1PodSpec spec;

  private PodTemplate(V1PodTemplateSpec template) {
    metadata = Objects.requireNonNullElseGet(template.getMetadata(), V1ObjectMeta::new);
    spec = Objects.requireNonNullElseGet(template.getSpec(), V1PodSpec::new);
  }

  public static PodTemplate none() {
    return NONE;
  }

  /**
   * Reads a file with {@code metadata} and {@code spec}, as below {@code template} in a Deployment.
   *
   * @throws IllegalArgumentException if it cannot be read, or has a field that is not allowed
   */
  public static PodTemplate read(Path file) {
    JsonObject text = ALLOWED.read(file);
    if (text.has("spec") && !text.getAsJsonObject("spec").has("containers")) {
      // The client's model requires the field.
      text.getAsJsonObject("spec").add("containers", new JsonArray());
    }
    return new PodTemplate(AllowedFields.model(text, V1PodTemplateSpec.class));
  }

  void addTo(V1ObjectMeta pod, V1PodSpec podSpec) {
    pod.labels(both(metadata.getLabels(), pod.getLabels()));
    pod.annotations(both(pod.getAnnotations(), metadata.getAnnotations()));
    addScheduling(podSpec);
    addNames(podSpec);
    addSecurity(Objects.requireNonNull(podSpec.getSecurityContext()));
    podSpec.getContainers().forEach(this::addPullPolicy);
  }

  private void addScheduling(V1PodSpec pod) {
    pod.affinity(spec.getAffinity())
        .nodeSelector(both(spec.getNodeSelector(), pod.getNodeSelector()))
        .preemptionPolicy(spec.getPreemptionPolicy())
        .priorityClassName(spec.getPriorityClassName())
        .runtimeClassName(spec.getRuntimeClassName())
        .schedulerName(spec.getSchedulerName())
        .tolerations(spec.getTolerations())
        .topologySpreadConstraints(spec.getTopologySpreadConstraints());
  }

  private void addNames(V1PodSpec pod) {
    pod.dnsConfig(spec.getDnsConfig())
        .dnsPolicy(spec.getDnsPolicy())
        .hostAliases(spec.getHostAliases())
        .serviceAccountName(spec.getServiceAccountName())
        .imagePullSecrets(pullSecrets(pod));
  }

  private @Nullable List<V1LocalObjectReference> pullSecrets(V1PodSpec pod) {
    List<V1LocalObjectReference> secrets = new ArrayList<>();
    addAll(secrets, pod.getImagePullSecrets());
    addAll(secrets, spec.getImagePullSecrets());
    return secrets.isEmpty() ? null : secrets.stream().distinct().toList();
  }

  private void addSecurity(V1PodSecurityContext context) {
    V1PodSecurityContext added = spec.getSecurityContext();
    if (added != null) {
      context
          .seLinuxOptions(added.getSeLinuxOptions())
          .supplementalGroups(added.getSupplementalGroups());
    }
  }

  private void addPullPolicy(V1Container container) {
    if (spec.getContainers() != null) {
      spec.getContainers().stream()
          .filter(added -> added.getName().equals(container.getName()))
          .forEach(added -> container.imagePullPolicy(added.getImagePullPolicy()));
    }
  }

  private static <T> void addAll(List<T> all, @Nullable List<T> some) {
    if (some != null) {
      all.addAll(some);
    }
  }

  static @Nullable Map<String, String> both(
      @Nullable Map<String, String> first, @Nullable Map<String, String> second) {
    Map<String, String> all = new LinkedHashMap<>();
    if (first != null) {
      all.putAll(first);
    }
    if (second != null) {
      all.putAll(second);
    }
    return all.isEmpty() ? null : all;
  }
}
