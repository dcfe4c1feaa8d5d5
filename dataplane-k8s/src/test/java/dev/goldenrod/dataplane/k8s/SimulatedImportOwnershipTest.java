package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.StepState;
import io.kubernetes.client.openapi.ApiException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Imports that several processes work on in turn. */
@Timeout(900)
@Tag("slow")
class SimulatedImportOwnershipTest extends SimulatedImportFixture {

  @Test
  void a_process_that_is_closed_keeps_no_other_waiting() {
    shop.run(plane, ImportPhase.PROBING);
    plane.imports().ensure(spec, ImportPhase.PROVISIONING);

    plane.close();
    plane = namespace.connect();

    assertThat(plane.imports().observe(spec.id(), ImportPhase.PROVISIONING).state())
        .isEqualTo(StepState.ABSENT);
    shop.run(plane, ImportPhase.PROVISIONING);
  }

  @Test
  void a_step_that_another_process_works_on_is_waited_for_and_not_done_twice() {
    shop.run(plane, ImportPhase.PROBING);
    plane.imports().ensure(spec, ImportPhase.PROVISIONING);
    await("the pod is made").until(shop::hasPod);
    String uid = shop.podUid();

    try (KubernetesDataPlane other = namespace.connect()) {
      assertThat(other.imports().observe(spec.id(), ImportPhase.PROVISIONING).state())
          .isEqualTo(StepState.RUNNING);
      other.imports().ensure(spec, ImportPhase.PROVISIONING);

      assertThat(shop.awaitEnd(other, ImportPhase.PROVISIONING).state()).isEqualTo(StepState.DONE);
      assertThat(shop.awaitEnd(plane, ImportPhase.PROVISIONING).state()).isEqualTo(StepState.DONE);
    }
    assertThat(shop.podUid()).isEqualTo(uid);
  }

  @Test
  void a_process_that_another_one_took_an_import_from_changes_nothing_of_it_any_more()
      throws ApiException {
    shop.run(plane, ImportPhase.PROBING);
    plane.imports().ensure(spec, ImportPhase.PROVISIONING);
    await("the pod is made").until(shop::hasPod);

    sign("another/1");
    plane.close();
    plane = namespace.connect();

    assertThat(Tree.text(secret(), "metadata", "annotations", "goldenrod.dev/worker"))
        .isEqualTo("another/1");
    assertThat(Tree.object(secret(), "data").keySet())
        .doesNotContain("provisioning.json", "failure.json");
  }

  /** Simulates a process that takes the import over. */
  private void sign(String sign) throws ApiException {
    namespace.patchSecret(
        shop.name(),
        "{\"metadata\": {\"annotations\": {\"goldenrod.dev/worker\": \"%s\"}}}".formatted(sign));
  }

  private JsonObject secret() {
    return cluster.objects().get(ResourceType.SECRET, NAMESPACE, shop.name());
  }

  @Test
  void a_failure_is_known_to_other_processes_until_the_step_is_begun_again() {
    cluster.faults().forbid("list", "storageclasses");
    plane.imports().ensure(spec, ImportPhase.PROBING);
    ImportObservation failed = shop.awaitEnd(plane, ImportPhase.PROBING);
    assertThat(failed.message()).contains("lacks 'list' on storageclasses");
    cluster.faults().clear();

    try (KubernetesDataPlane other = namespace.connect()) {
      assertThat(other.imports().observe(spec.id(), ImportPhase.PROBING)).isEqualTo(failed);
    }
    shop.run(plane, ImportPhase.PROBING);
  }
}
