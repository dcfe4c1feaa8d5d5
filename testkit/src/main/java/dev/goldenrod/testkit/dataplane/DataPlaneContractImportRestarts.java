package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.VersionRef;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of imports across restarts of the data plane. */
public abstract class DataPlaneContractImportRestarts extends DataPlaneContractImportPart {
  @Tag("slow")
  @Test
  void what_was_removed_stays_removed_and_a_clone_of_it_says_so() {
    DatabaseSpec spec = readyClone();
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());
    VersionRef version = imported(importSpec());
    removeVersion(version);
    Inventory left = plane.inventory();

    restart();
    removeVersion(new VersionRef(UUID.randomUUID(), "elsewhere", 1, "made-elsewhere"));

    assertThat(plane.databases().observe(spec.id())).isEqualTo(DatabaseObservation.absent());
    assertThat(plane.inventory()).isEqualTo(left);
    assertThat(left.databases()).isEmpty();
    assertThat(left.handles()).doesNotContain(version.handle());
    cannotBeCloned(version);
  }

  private void cannotBeCloned(VersionRef gone) {
    DatabaseSpec spec = cloneOf(gone);

    plane.databases().ensure(spec);

    DatabaseObservation seen =
        await("clone is FAILED or BLOCKED")
            .until(
                () -> plane.databases().observe(spec.id()),
                now -> now.state() == DatabaseState.FAILED || now.state() == DatabaseState.BLOCKED);
    assertThat(seen.message()).isNotBlank();
    assertThat(plane.databases().credentials(spec.id())).isEmpty();
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());
  }

  @Test
  void an_import_interrupted_in_every_step_makes_one_volume_and_forgets_nothing() {
    ImportSpec spec = importSpec();
    Set<String> before = plane.inventory().handles();

    for (ImportPhase step : STEPS) {
      plane.imports().ensure(spec, step);
      restart();
      ImportResult made = runStep(spec, step).result();
      if (step == ImportPhase.SNAPSHOTTING) {
        restart();
        assertThat(runStep(spec, step).result()).isEqualTo(made);
      }
    }

    Inventory after = plane.inventory();
    assertThat(after.handles()).hasSize(before.size() + 1).containsAll(before);
    assertThat(after.imports()).doesNotContain(spec.id());
  }

  @Test
  void an_interrupted_import_can_be_removed() {
    ImportSpec spec = importSpec();
    Inventory before = plane.inventory();
    runStepsThrough(ImportPhase.PROVISIONING, spec);
    plane.imports().ensure(spec, ImportPhase.IMPORTING);

    restart();
    removeImport(spec.id());

    assertThat(plane.inventory()).isEqualTo(before);
  }
}
