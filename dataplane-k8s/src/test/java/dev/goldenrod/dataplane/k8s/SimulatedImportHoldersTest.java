package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.source.SourceConnection;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.PatchUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Imports that several processes work on, one after the other. */
@Timeout(600)
@Tag("simulated")
class SimulatedImportHoldersTest {
  private static final String NAMESPACE = "imports";

  @TempDir static Path folder;
  private static SimulatedCluster cluster;
  private static String source;

  private final ImportSpec spec =
      new ImportSpec(
          UUID.randomUUID(),
          "shop",
          1,
          new SourceConnection(
              source, 5432, SourcePod.DATABASE, SourcePod.USER, "", SourcePod.SECRET),
          "");
  private KubernetesDataPlane plane;

  @BeforeAll
  static void start_a_cluster_with_a_source() throws IOException {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    source = SourcePod.start(cluster, NAMESPACE);
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @BeforeEach
  void open() {
    plane = connect();
  }

  @AfterEach
  void remove_the_import_and_close() {
    await("the import is gone").until(() -> plane.imports().remove(spec.id()));
    plane.close();
  }

  @Test
  void a_process_that_is_closed_keeps_no_other_waiting() {
    run(ImportPhase.PROBING);
    plane.imports().ensure(spec, ImportPhase.PROVISIONING);

    plane.close();
    plane = connect();

    assertThat(plane.imports().observe(spec.id(), ImportPhase.PROVISIONING).state())
        .isEqualTo(StepState.ABSENT);
    run(ImportPhase.PROVISIONING);
  }

  @Test
  void a_step_that_another_process_works_on_is_waited_for_and_not_done_twice() {
    run(ImportPhase.PROBING);
    plane.imports().ensure(spec, ImportPhase.PROVISIONING);
    await("the pod is made").until(this::hasPod);
    String uid = podUid();

    try (KubernetesDataPlane other = connect()) {
      assertThat(other.imports().observe(spec.id(), ImportPhase.PROVISIONING).state())
          .isEqualTo(StepState.RUNNING);
      other.imports().ensure(spec, ImportPhase.PROVISIONING);

      assertThat(awaitEnd(other, ImportPhase.PROVISIONING).state()).isEqualTo(StepState.DONE);
      assertThat(awaitEnd(plane, ImportPhase.PROVISIONING).state()).isEqualTo(StepState.DONE);
    }
    assertThat(podUid()).isEqualTo(uid);
  }

  @Test
  void a_process_that_another_one_took_an_import_from_changes_nothing_of_it_any_more()
      throws ApiException {
    run(ImportPhase.PROBING);
    plane.imports().ensure(spec, ImportPhase.PROVISIONING);
    await("the pod is made").until(this::hasPod);

    sign("another/1");
    plane.close();
    plane = connect();

    assertThat(Tree.text(secret(), "metadata", "annotations", "goldenrod.dev/worker"))
        .isEqualTo("another/1");
    assertThat(Tree.object(secret(), "data").keySet())
        .doesNotContain("provisioning.json", "failure.json");
  }

  /** As another process does that takes the one at work for dead. */
  private void sign(String sign) throws ApiException {
    CoreV1Api api = new CoreV1Api(cluster.client());
    V1Patch patch =
        new V1Patch(
            "{\"metadata\": {\"annotations\": {\"goldenrod.dev/worker\": \"%s\"}}}"
                .formatted(sign));
    PatchUtils.patch(
        V1Secret.class,
        () ->
            api.patchNamespacedSecret(ImportManifests.name(spec.id()), NAMESPACE, patch)
                .buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
        api.getApiClient());
  }

  private JsonObject secret() {
    return cluster.objects().get(ResourceTypes.SECRET, NAMESPACE, ImportManifests.name(spec.id()));
  }

  @Test
  void a_failure_is_known_to_other_processes_until_the_step_is_begun_again() {
    cluster.faults().forbid("list", "storageclasses");
    plane.imports().ensure(spec, ImportPhase.PROBING);
    ImportObservation failed = awaitEnd(plane, ImportPhase.PROBING);
    assertThat(failed.message()).contains("lacks 'list' on storageclasses");
    cluster.faults().clear();

    try (KubernetesDataPlane other = connect()) {
      assertThat(other.imports().observe(spec.id(), ImportPhase.PROBING)).isEqualTo(failed);
    }
    run(ImportPhase.PROBING);
  }

  private ImportObservation run(ImportPhase step) {
    plane.imports().ensure(spec, step);
    ImportObservation end = awaitEnd(plane, step);
    assertThat(end.state()).as(end.message()).isEqualTo(StepState.DONE);
    return end;
  }

  private ImportObservation awaitEnd(KubernetesDataPlane observed, ImportPhase step) {
    return await(step + " ends")
        .until(
            () -> observed.imports().observe(spec.id(), step),
            seen -> seen.state() == StepState.DONE || seen.state() == StepState.FAILED);
  }

  private boolean hasPod() {
    return cluster
        .objects()
        .find(ResourceTypes.POD, NAMESPACE, ImportManifests.name(spec.id()))
        .isPresent();
  }

  private String podUid() {
    return Tree.uid(
        cluster.objects().get(ResourceTypes.POD, NAMESPACE, ImportManifests.name(spec.id())));
  }

  private static KubernetesDataPlane connect() {
    return KubernetesDataPlane.open(
        KubernetesOptions.builder()
            .kubeconfig(folder.resolve("kubeconfig"))
            .namespace(NAMESPACE)
            .build());
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(20)).atMost(Duration.ofMinutes(3));
  }
}
