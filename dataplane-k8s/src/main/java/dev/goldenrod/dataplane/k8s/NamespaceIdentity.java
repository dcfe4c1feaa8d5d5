package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Namespace;
import java.util.Objects;

/**
 * The identity of a namespace, unique across clusters: the UID of the cluster's {@code kube-system}
 * namespace and the namespace's name. One store may have databases in several namespaces of a
 * cluster, each with its own servers.
 */
record NamespaceIdentity(ClusterApi cluster) {
  private static final String EVERY_CLUSTER_HAS = "kube-system";

  String text() {
    return clusterUid() + "/" + cluster.namespace();
  }

  private String clusterUid() {
    return cluster
        .namespaces()
        .get(EVERY_CLUSTER_HAS)
        .map(V1Namespace::getMetadata)
        .map(metadata -> Objects.requireNonNull(metadata.getUid()))
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "the cluster has no namespace "
                        + EVERY_CLUSTER_HAS
                        + "; is it a Kubernetes cluster?"));
  }
}
