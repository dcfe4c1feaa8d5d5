package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import java.util.Map;
import java.util.UUID;

/** The Services through which clients reach databases. */
public final class EndpointManifests {
  /** Makes load balancers of the large providers use internal addresses. */
  private static final Map<String, String> INTERNAL =
      Map.of(
          "networking.gke.io/load-balancer-type", "Internal",
          "service.beta.kubernetes.io/aws-load-balancer-internal", "true",
          "service.beta.kubernetes.io/aws-load-balancer-scheme", "internal",
          "service.beta.kubernetes.io/azure-load-balancer-internal", "true",
          "service.beta.kubernetes.io/oci-load-balancer-internal", "true",
          "service.beta.kubernetes.io/openstack-internal-load-balancer", "true");

  private EndpointManifests() {}

  /**
   * @param type the engine's, as in {@code postgresql}
   * @param owner the database's Secret
   */
  public static V1Service service(
      String name, UUID database, String type, int port, ServiceType kind, V1OwnerReference owner) {
    return new V1Service()
        .apiVersion("v1")
        .kind("Service")
        .metadata(
            new V1ObjectMeta()
                .name(name)
                .labels(Labels.of(Labels.DATABASE, database, type))
                .annotations(kind == ServiceType.LOAD_BALANCER ? INTERNAL : null)
                .addOwnerReferencesItem(owner))
        .spec(
            new V1ServiceSpec()
                .type(kind.wireName())
                // Nodes set up routing before the server accepts logins; the database's state tells
                // when it does.
                .publishNotReadyAddresses(true)
                .selector(Labels.of(Labels.DATABASE, database))
                .addPortsItem(
                    new V1ServicePort()
                        .name("database")
                        .protocol("TCP")
                        .port(port)
                        .targetPort(new IntOrString(port))));
  }
}
