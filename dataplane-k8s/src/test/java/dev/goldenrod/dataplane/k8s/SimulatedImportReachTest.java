package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.StepState;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The network access of an import's pods. */
@Tag("simulated")
@Timeout(900)
class SimulatedImportReachTest extends SimulatedImportFixture {
  @Test
  void what_the_source_makes_run_is_in_a_pod_that_connects_nowhere() {
    shop.run(plane, ImportPhase.PROBING);
    ImportedPods pods = new ImportedPods(cluster, NAMESPACE, spec.id());

    for (ImportPhase step :
        List.of(ImportPhase.PROVISIONING, ImportPhase.IMPORTING, ImportPhase.SNAPSHOTTING)) {
      plane.imports().ensure(spec, step);
      assertThat(shop.awaitEnd(plane, step, pods::look).state()).isEqualTo(StepState.DONE);
    }

    assertThat(pods.portsReached())
        .containsEntry(shop.name(), Set.of())
        .containsEntry(ImportManifests.dumpName(spec.id()), Set.of(5432))
        .hasSize(2);
    assertThat(pods.mostAtOnce()).isEqualTo(1);
  }
}
