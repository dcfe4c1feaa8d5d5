package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A simulated cluster with several namespaces, each used by one test at a time. */
final class ContractCluster implements AutoCloseable {
  static final List<String> NAMESPACES = List.of("contract-1", "contract-2", "contract-3");

  private final SimulatedCluster cluster;
  private final Path kubeconfig;
  private final BlockingQueue<String> free = new LinkedBlockingQueue<>(NAMESPACES);

  private ContractCluster(SimulatedCluster cluster, Path kubeconfig) {
    this.cluster = cluster;
    this.kubeconfig = kubeconfig;
  }

  static ContractCluster start(Path folder) throws IOException {
    SimulatedCluster cluster = SimulatedCluster.start();
    NAMESPACES.forEach(cluster::createRestrictedNamespace);
    Path kubeconfig = folder.resolve("kubeconfig");
    Files.writeString(kubeconfig, cluster.kubeconfig());
    return new ContractCluster(cluster, kubeconfig);
  }

  SimulatedCluster simulated() {
    return cluster;
  }

  /** Waits for a free namespace. */
  String take() {
    try {
      return free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while others had all namespaces", e);
    }
  }

  void giveBack(String namespace) {
    free.add(namespace);
  }

  KubernetesOptions options(String namespace) {
    return KubernetesOptions.builder()
        .kubeconfig(kubeconfig)
        .namespace(namespace)
        .serviceType(ServiceType.NODE_PORT)
        .build();
  }

  /** Returns the permissions that were used but are not granted by the manifests. */
  Set<String> missingPermissions() {
    return GrantedPermissions.read().missing(cluster.calls().all());
  }

  @Override
  public void close() {
    cluster.close();
  }
}
