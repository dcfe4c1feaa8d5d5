package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.ServerSignals;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A simulated cluster with the image of an engine. */
final class EngineCluster implements AutoCloseable {
  private static final String NAMESPACE = "engines";

  private final SimulatedCluster cluster = SimulatedCluster.start();
  private final Path kubeconfig;

  EngineCluster(EngineUnderTest engine, Path folder) throws IOException {
    cluster.kubelet().addImage(engine.image());
    cluster.createRestrictedNamespace(NAMESPACE);
    kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
  }

  KubernetesDataPlane open() {
    return KubernetesDataPlane.open(options().build());
  }

  /** Opens a data plane whose databases use TLS with the certificate in that Secret. */
  KubernetesDataPlane open(String tlsSecret) {
    return KubernetesDataPlane.open(options().tlsSecret(tlsSecret).build());
  }

  private KubernetesOptions.Builder options() {
    return KubernetesOptions.builder()
        .kubeconfig(kubeconfig)
        .namespace(NAMESPACE)
        .serviceType(ServiceType.NODE_PORT);
  }

  /** Creates the Secret, replacing another of its name. */
  void replace(V1Secret secret) throws ApiException {
    CoreV1Api api = new CoreV1Api(cluster.client());
    String name = secret.getMetadata().getName();
    if (cluster.objects().find(ResourceType.SECRET, NAMESPACE, name).isPresent()) {
      api.deleteNamespacedSecret(name, NAMESPACE).execute();
    }
    api.createNamespacedSecret(NAMESPACE, secret).execute();
  }

  ServerSignals server(UUID database) {
    return ServerSignals.to(cluster, NAMESPACE, "db-" + database + "-0");
  }

  @Override
  public void close() {
    cluster.close();
  }
}
