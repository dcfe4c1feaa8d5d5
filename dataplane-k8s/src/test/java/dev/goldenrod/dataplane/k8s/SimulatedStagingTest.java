package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedStagingTest {
  private static final String NAMESPACE = "staging";

  @TempDir static Path folder;

  private final DatabaseSpec spec =
      DatabaseSpec.of(
          UUID.randomUUID(), new Origin.Blank("postgresql", "15"), new Resources(512, 0, 0));

  @Test
  void data_whose_pod_is_deleted_before_it_runs_is_made_anew() throws IOException {
    try (SimulatedCluster cluster = SimulatedCluster.start();
        KubernetesDataPlane plane = connect(cluster)) {
      cluster.scheduler().obstruct("Insufficient cpu");
      plane.databases().ensure(spec);
      String pod =
          Tree.name(await("its pod").until(() -> pods(cluster), one -> !one.isEmpty()).get(0));

      cluster.objects().delete(ResourceType.POD, NAMESPACE, pod, DeleteOptions.NONE);
      await("the deletion is told")
          .untilAsserted(
              () ->
                  assertThat(plane.databases().observe(spec.id()).message())
                      .isEqualTo("pod %s was deleted".formatted(pod)));

      cluster.scheduler().obstruct("");
      await("the database")
          .until(
              () -> {
                plane.databases().ensure(spec);
                return plane.databases().observe(spec.id()).state();
              },
              state -> state == DatabaseState.READY);
    }
  }

  private static List<JsonObject> pods(SimulatedCluster cluster) {
    return cluster.objects().list(ResourceType.POD, NAMESPACE, Selector.parse(Labels.BLANK, ""));
  }

  private static KubernetesDataPlane connect(SimulatedCluster cluster) throws IOException {
    cluster.createNamespace(NAMESPACE);
    Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    return KubernetesDataPlane.open(
        KubernetesOptions.builder()
            .kubeconfig(kubeconfig)
            .namespace(NAMESPACE)
            .serviceType(ServiceType.NODE_PORT)
            .build());
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(8));
  }
}
