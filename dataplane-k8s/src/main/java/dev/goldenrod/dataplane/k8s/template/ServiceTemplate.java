package dev.goldenrod.dataplane.k8s.template;

import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import java.nio.file.Path;
import java.util.Objects;

/** What the Service of every database gets beside its own. Immutable. */
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

  /** One that adds nothing. */
  public static ServiceTemplate none() {
    return NONE;
  }

  /**
   * The template of a file with {@code metadata} and {@code spec}, as in a Service.
   *
   * @throws IllegalArgumentException when it cannot be read, or has a field that it may not have;
   *     the message names the field
   */
  public static ServiceTemplate read(Path file) {
    JsonObject text = TemplateFile.read(file);
    ALLOWED.require(text);
    return new ServiceTemplate(TemplateFile.model(text, V1Service.class));
  }

  /** Adds it to a Service. */
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
