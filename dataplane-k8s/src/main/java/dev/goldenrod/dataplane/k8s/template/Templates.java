package dev.goldenrod.dataplane.k8s.template;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.util.Objects;

/**
 * An operator's additions to pods and Services.
 *
 * @param ownUser whether pods run as Goldenrod's own user rather than one that the namespace
 *     assigns
 */
public record Templates(PodTemplate pods, ServiceTemplate services, boolean ownUser) {
  public Templates {
    Objects.requireNonNull(pods);
    Objects.requireNonNull(services);
  }

  private static final Templates NONE =
      new Templates(PodTemplate.none(), ServiceTemplate.none(), true);

  public static Templates none() {
    return NONE;
  }

  public boolean isEmpty() {
    return equals(NONE);
  }

  public V1Pod complete(V1Pod pod) {
    complete(Objects.requireNonNull(pod.getMetadata()), Objects.requireNonNull(pod.getSpec()));
    return pod;
  }

  public V1StatefulSet complete(V1StatefulSet set) {
    V1PodTemplateSpec pod = Objects.requireNonNull(set.getSpec()).getTemplate();
    complete(Objects.requireNonNull(pod.getMetadata()), Objects.requireNonNull(pod.getSpec()));
    return set;
  }

  public V1Service complete(V1Service service) {
    services.addTo(service);
    return service;
  }

  private void complete(V1ObjectMeta metadata, V1PodSpec spec) {
    pods.addTo(metadata, spec);
    if (!ownUser) {
      Objects.requireNonNull(spec.getSecurityContext())
          .runAsUser(null)
          .runAsGroup(null)
          .fsGroup(null);
    }
  }
}
