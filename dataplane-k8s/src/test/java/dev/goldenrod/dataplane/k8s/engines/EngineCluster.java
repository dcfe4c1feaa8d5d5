package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.ServerSignals;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A simulated cluster that has the image of an engine. */
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
    return KubernetesDataPlane.open(
        KubernetesOptions.builder()
            .kubeconfig(kubeconfig)
            .namespace(NAMESPACE)
            .serviceType(ServiceType.NODE_PORT)
            .build());
  }

  /** Signals to the server of that database. */
  ServerSignals server(UUID database) {
    return ServerSignals.to(cluster, NAMESPACE, "db-" + database + "-0");
  }

  @Override
  public void close() {
    cluster.close();
  }
}
