package dev.goldenrod.dataplane.k8s.template;

import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import java.nio.file.Path;
import java.util.Objects;

/** Fields that are added to the Service of every database. Immutable. */
public final class ServiceTemplate {
  private static final AllowedFields ALLOWED =
      AllowedFields.of(
          "metadata.annotations",
          "metadata.labels",
          "spec.allocateLoadBalancerNodePorts",
          "spec.externalTrafficPolicy",
          "spec.internalTrafficPolicy",
          "spec.ipFamilies",
          "spec.ipFamilyPolicy",
          "spec.loadBalancerClass",
          "spec.loadBalancerSourceRanges");

  private static final ServiceTemplate NONE = new ServiceTemplate(new V1Service());

  private final V1ObjectMeta metadata;
  private final V1ServiceSpec spec;

  private ServiceTemplate(V1Service template) {
    metadata = Objects.requireNonNullElseGet(template.getMetadata(), V1ObjectMeta::new);
    spec = Objects.requireNonNullElseGet(template.getSpec(), V1ServiceSpec::new);
  }

  public static ServiceTemplate none() {
    return NONE;
  }

  /**
   * Reads a file with {@code metadata} and {@code spec}, as in a Service.
   *
   * @throws IllegalArgumentException if it cannot be read, or has a field that is not allowed
   */
  public static ServiceTemplate read(Path file) {
    JsonObject text = ALLOWED.read(file);
    return new ServiceTemplate(AllowedFields.model(text, V1Service.class));
  }

  void addTo(V1Service service) {
    V1ObjectMeta own = Objects.requireNonNull(service.getMetadata());
    own.labels(PodTemplate.both(metadata.getLabels(), own.getLabels()));
    own.annotations(PodTemplate.both(own.getAnnotations(), metadata.getAnnotations()));
    Objects.requireNonNull(service.getSpec())
        .allocateLoadBalancerNodePorts(spec.getAllocateLoadBalancerNodePorts())
        .externalTrafficPolicy(spec.getExternalTrafficPolicy())
        .internalTrafficPolicy(spec.getInternalTrafficPolicy())
        .ipFamilies(spec.getIpFamilies())
        .ipFamilyPolicy(spec.getIpFamilyPolicy())
        .loadBalancerClass(spec.getLoadBalancerClass())
        .loadBalancerSourceRanges(spec.getLoadBalancerSourceRanges());
  }
}
