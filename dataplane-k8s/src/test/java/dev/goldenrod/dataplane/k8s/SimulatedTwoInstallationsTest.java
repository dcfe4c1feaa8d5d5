package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two independent installations in two namespaces of one cluster. */
@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedTwoInstallationsTest {
  private static final String NAMESPACE = "ours";
  private static final String OTHER = "theirs";

  @TempDir static Path folder;
  private static SimulatedCluster cluster;
  private static KubernetesDataPlane ours;
  private static KubernetesDataPlane theirs;

  @BeforeAll
  static void start_a_cluster_with_two_installations() throws IOException {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    cluster.createNamespace(OTHER);
    Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    ours = connect(NAMESPACE);
    theirs = connect(OTHER);
  }

  @AfterAll
  static void stop() {
    ours.close();
    theirs.close();
    cluster.close();
  }

  @Test
  void a_golden_that_the_other_one_registers_and_removes_stays() {
    String handle = importGolden();

    VersionRef registered = new VersionRef(UUID.randomUUID(), "taken", 1, handle);
    await("nothing is left of it").until(() -> theirs.versions().remove(registered));

    assertThat(contents(Labels.VERSION))
        .singleElement()
        .satisfies(
            content ->
                assertThat(Tree.text(content, "spec", "deletionPolicy")).isEqualTo("Retain"));
    assertThat(cluster.storage().hasSnapshot(handle)).isTrue();
    VersionRef own = new VersionRef(UUID.randomUUID(), "shop", 1, handle);
    await("its owner removes it").until(() -> ours.versions().remove(own));
    assertThat(contents(Labels.VERSION)).isEmpty();
    assertThat(cluster.storage().hasSnapshot(handle)).isFalse();
  }

  @Test
  void each_keeps_what_its_own_empty_databases_begin_with() {
    for (KubernetesDataPlane plane : List.of(ours, theirs, theirs, ours)) {
      awaitBlank(plane);
    }

    assertThat(contents(Labels.BLANK))
        .extracting(content -> Tree.text(content, "spec", "volumeSnapshotRef", "namespace"))
        .containsExactlyInAnyOrder(NAMESPACE, OTHER);
  }

  private static String importGolden() {
    String source = SourcePod.start(cluster, NAMESPACE);
    ImportSpec spec =
        new ImportSpec(
            UUID.randomUUID(),
            "shop",
            1,
            new SourceConnection(
                source, 5432, SourcePod.DATABASE, SourcePod.USER, "", SourcePod.SECRET),
            "");
    String handle = "";
    for (ImportPhase step : ImportPhase.values()) {
      if (step.isDataPlaneStep()) {
        ours.imports().ensure(spec, step);
        handle =
            await(step + " is done")
                .until(
                    () -> ours.imports().observe(spec.id(), step),
                    seen -> seen.state() == StepState.DONE)
                .result()
                .handle();
      }
    }
    return handle;
  }

  private static void awaitBlank(KubernetesDataPlane plane) {
    DatabaseSpec spec =
        DatabaseSpec.of(
            UUID.randomUUID(), new Origin.Blank("postgresql", "15"), new Resources(512, 0, 0));
    plane.databases().ensure(spec);
    await("an empty database")
        .until(() -> plane.databases().observe(spec.id()).state() == DatabaseState.READY);
    plane.databases().remove(spec.id());
    await("it is gone").until(() -> plane.inventory().databases().isEmpty());
  }

  private static List<JsonObject> contents(String label) {
    return cluster.objects().list(ResourceType.SNAPSHOT_CONTENT, "", Selector.parse(label, ""));
  }

  private static KubernetesDataPlane connect(String namespace) {
    return KubernetesDataPlane.open(
        KubernetesOptions.builder()
            .kubeconfig(folder.resolve("kubeconfig"))
            .namespace(namespace)
            .serviceType(ServiceType.NODE_PORT)
            .build());
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(8));
  }
}
