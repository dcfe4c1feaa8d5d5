package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicyEgressRule;
import io.kubernetes.client.openapi.models.V1NetworkPolicyIngressRule;
import io.kubernetes.client.openapi.models.V1NetworkPolicyPort;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * Network policies of pods. Policies only add permissions. Connections through the API server come
 * from the pod's node, and are always allowed.
 */
public final class NetworkPolicies {
  private static final int DNS = 53;

  private NetworkPolicies() {}

  /** Allows no connections in either direction. */
  public static V1NetworkPolicy isolation(V1ObjectMeta metadata, Map<String, String> pods) {
    return policy(metadata, pods, List.of(), List.of());
  }

  /** Allows connections from anywhere to the port, and none from the pods. */
  static V1NetworkPolicy serving(V1ObjectMeta metadata, Map<String, String> pods, int port) {
    return policy(
        metadata,
        pods,
        List.of(new V1NetworkPolicyIngressRule().addPortsItem(port("TCP", port))),
        List.of());
  }

  /**
   * Allows the pods no connections except outgoing ones to these ports of any host. A policy cannot
   * name hosts, and sees the port of the pod behind a Service, not the Service's.
   *
   * @param names whether the pods look up host names
   */
  static V1NetworkPolicy calling(
      V1ObjectMeta metadata, Map<String, String> pods, SortedSet<Integer> ports, boolean names) {
    V1NetworkPolicyEgressRule rule = new V1NetworkPolicyEgressRule();
    ports.forEach(number -> rule.addPortsItem(port("TCP", number)));
    if (names) {
      rule.addPortsItem(port("UDP", DNS)).addPortsItem(port("TCP", DNS));
    }
    return policy(metadata, pods, List.of(), List.of(rule));
  }

  private static V1NetworkPolicy policy(
      V1ObjectMeta metadata,
      Map<String, String> pods,
      List<V1NetworkPolicyIngressRule> ingress,
      List<V1NetworkPolicyEgressRule> egress) {
    return new V1NetworkPolicy()
        .apiVersion("networking.k8s.io/v1")
        .kind("NetworkPolicy")
        .metadata(metadata)
        .spec(
            new V1NetworkPolicySpec()
                .podSelector(new V1LabelSelector().matchLabels(pods))
                .policyTypes(List.of("Ingress", "Egress"))
                .ingress(ingress)
                .egress(egress));
  }

  private static V1NetworkPolicyPort port(String protocol, int number) {
    return new V1NetworkPolicyPort().protocol(protocol).port(new IntOrString(number));
  }
}
