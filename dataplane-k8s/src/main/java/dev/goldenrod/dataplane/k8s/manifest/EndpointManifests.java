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

/** What makes databases reachable. */
public final class EndpointManifests {
  /** By these, providers' balancers get addresses of the cluster's own network. */
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
   * A Service that leads to a database.
   *
   * @param database that it leads to
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
                // So nodes know the way before the server accepts logins, which is told otherwise.
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
