package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Faults;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("simulated")
class SimulatedOutageTest {
  private static final String NAMESPACE = "outage";

  /** A dead connection is noticed after some minutes. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private static final Duration NEVER = Duration.ofDays(1);

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
            .isInstanceOf(DataPlaneUnreachableException.class)
            .hasMessageContaining("cannot be reached");
        await().until(() -> plane.unreachable().isPresent());
        cluster.acceptConnections();
        await().until(() -> plane.unreachable().isEmpty());

        UUID afterwards = make(cluster);
        await()
            .until(() -> plane.inventory().databases().containsAll(Set.of(meanwhile, afterwards)));
      }
    }
  }

  @Tag("slow")
  @Test
  void nobody_waits_for_the_answers_of_one_that_takes_calls_and_gives_none() {
    try (SimulatedNamespace namespace = SimulatedNamespace.start(NAMESPACE);
        KubernetesDataPlane plane = namespace.connect()) {
      SimulatedCluster cluster = namespace.cluster();
      cluster.faults().delay(Integer.MAX_VALUE, "get", "secrets", NEVER);
      Future<?> asked = ask(plane);
      await().until(() -> cluster.calls().count(Faults.calls("get", "secrets")) == 1);

      cluster.faults().delay(Integer.MAX_VALUE, "*", "*", NEVER);
      await().until(asked::isDone);

      assertThatThrownBy(asked::get).hasCauseInstanceOf(DataPlaneUnreachableException.class);
      assertThat(plane.unreachable()).isPresent();
      assertThatThrownBy(() -> plane.databases().credentials(UUID.randomUUID()))
          .isInstanceOf(DataPlaneUnreachableException.class)
          .hasMessageContaining("did not answer in time");
      assertThat(cluster.calls().count(Faults.calls("get", "secrets"))).isEqualTo(1);
    }
  }

  private static Future<?> ask(KubernetesDataPlane plane) {
    return CompletableFuture.supplyAsync(() -> plane.databases().credentials(UUID.randomUUID()));
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(LONGEST);
  }

  /** Creates a database's Secret, as another server does. */
  private static UUID make(SimulatedCluster cluster) {
    UUID id = UUID.randomUUID();
    cluster
        .objects()
        .create(
            ResourceType.SECRET,
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
