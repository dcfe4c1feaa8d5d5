package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An API server that cannot be reached for a while. */
@Tag("simulated")
class SimulatedOutageTest {
  private static final String NAMESPACE = "outage";

  /** A connection that went dead in silence is noticed after some minutes. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  @TempDir Path folder;

  @Test
  void what_happens_meanwhile_and_afterwards_is_seen_when_it_is_back() throws IOException {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      cluster.createNamespace(NAMESPACE);
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
      try (KubernetesDataPlane plane =
          KubernetesDataPlane.open(
              KubernetesOptions.builder().kubeconfig(kubeconfig).namespace(NAMESPACE).build())) {
        cluster.refuseConnections();
        UUID meanwhile = make(cluster);
        assertThatThrownBy(() -> plane.databases().credentials(meanwhile))
            .isInstanceOf(DataPlaneException.class)
            .hasMessageContaining("cannot be reached");
        cluster.acceptConnections();

        UUID afterwards = make(cluster);
        Awaitility.await()
            .atMost(LONGEST)
            .until(() -> plane.inventory().databases().containsAll(Set.of(meanwhile, afterwards)));
      }
    }
  }

  /** Makes the Secret of a database, as another server does. */
  private static UUID make(SimulatedCluster cluster) {
    UUID id = UUID.randomUUID();
    cluster
        .objects()
        .create(
            ResourceTypes.SECRET,
            NAMESPACE,
            Tree.of(
                "metadata",
                Tree.of(
                    "name",
                    "db-" + id,
                    "labels",
                    Tree.of(
                        "app.kubernetes.io/managed-by",
                        "goldenrod",
                        "goldenrod.dev/database",
                        id.toString()))));
    return id;
  }
}
