package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.PatchUtils;

record SimulatedNamespace(SimulatedCluster cluster, String name) implements AutoCloseable {
  static SimulatedNamespace start(String name) {
    SimulatedCluster cluster = SimulatedCluster.start();
    cluster.createNamespace(name);
    return new SimulatedNamespace(cluster, name);
  }

  /** Starts a cluster whose namespace enforces the restricted Pod Security Standard. */
  static SimulatedNamespace startRestricted(String name) {
    SimulatedCluster cluster = SimulatedCluster.start();
    cluster.createRestrictedNamespace(name);
    return new SimulatedNamespace(cluster, name);
  }

  /** Opens a data plane whose databases this machine can log in to. */
  KubernetesDataPlane connect() {
    return connect(WaitTimes.DEFAULT);
  }

  KubernetesDataPlane connect(WaitTimes times) {
    return KubernetesDataPlane.open(options().build(), times);
  }

  KubernetesOptions.Builder options() {
    return KubernetesOptions.builder()
        .kubeconfig(cluster.kubeconfigFile())
        .namespace(name)
        .serviceType(ServiceType.NODE_PORT);
  }

  /** Merges JSON into a Secret, as a user does by hand. */
  void patchSecret(String secret, String json) throws ApiException {
    CoreV1Api api = new CoreV1Api(cluster.client());
    PatchUtils.patch(
        V1Secret.class,
        () -> api.patchNamespacedSecret(secret, name, new V1Patch(json)).buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
        api.getApiClient());
  }

  @Override
  public void close() {
    cluster.close();
  }
}
