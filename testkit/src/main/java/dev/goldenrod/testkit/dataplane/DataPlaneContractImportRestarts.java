package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.VersionRef;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a data plane promises of imports while its own process ends and begins again. */
public abstract class DataPlaneContractImportRestarts extends DataPlaneContractImportPart {
  @Test
  void what_was_removed_stays_removed() {
    DatabaseSpec spec = readyClone();
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());
    VersionRef version = imported(importSpec());
    removeVersion(version);

    restart();

    assertThat(plane.databases().observe(spec.id())).isEqualTo(DatabaseObservation.absent());
    assertThat(plane.inventory().databases()).isEmpty();
    assertThat(plane.inventory().handles()).doesNotContain(version.handle());
  }

  @Test
  void an_import_interrupted_in_every_step_makes_one_volume() {
    ImportSpec spec = importSpec();
    Set<String> before = plane.inventory().handles();

    for (ImportPhase step : STEPS) {
      plane.imports().ensure(spec, step);
      restart();
      runStep(spec, step);
    }

    Inventory after = plane.inventory();
    assertThat(after.handles()).hasSize(before.size() + 1).containsAll(before);
    assertThat(after.imports()).doesNotContain(spec.id());
  }

  @Test
  void what_a_step_found_out_outlives_the_process() {
    ImportSpec spec = importSpec();
    ImportResult made = runStepsThrough(ImportPhase.SNAPSHOTTING, spec).result();

    restart();

    assertThat(runStep(spec, ImportPhase.SNAPSHOTTING).result()).isEqualTo(made);
    ensureReady(cloneOf(versionOf(spec, made.handle())));
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
