package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.VersionRef;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Everything that {@link DataPlane} promises: an adapter extends this class in its own tests, gives
 * it the few methods of {@link DataPlaneFixture}, and passes when it keeps all of it. Here: what
 * outlives the data plane's process.
 */
public abstract class DataPlaneContract extends DataPlaneImportContract {
  @Test
  void the_identity_outlives_the_process() {
    readyClone();
    String identity = plane.identity();

    restart();

    assertThat(plane.identity()).isEqualTo(identity).isNotBlank();
    assertThat(plane.displayName()).isNotBlank();
  }

  @Test
  void it_knows_every_version_once_and_says_where_it_comes_from_or_why_it_cannot_run() {
    List<EngineVersion> engines = plane.engines();

    assertThat(engines).anyMatch(EngineVersion::isAvailable);
    assertThat(engines).map(one -> one.type() + " " + one.version()).doesNotHaveDuplicates();
    assertThat(engines)
        .filteredOn(one -> !one.isAvailable())
        .allSatisfy(one -> assertThat(one.message()).isNotBlank());
    restart();
    assertThat(plane.engines()).isEqualTo(engines);
  }

  @Test
  void a_ready_clone_outlives_the_process_with_its_data_and_its_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");
    DatabaseObservation before = plane.databases().observe(spec.id());

    restart();

    assertThat(ensureReady(spec)).isEqualTo(before);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Test
  void closing_leaves_the_databases_running() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);

    plane.close();

    write(login, "still here");
    assertThat(read(login)).isEqualTo("still here");
    restart();
  }

  @Test
  void an_interrupted_clone_is_made_when_it_is_ensured_again() throws Exception {
    DatabaseSpec spec = cloneOf(readyVersion());
    plane.databases().ensure(spec);

    restart();
    ensureReady(spec);

    write(login(spec), "works");
    assertThat(read(login(spec))).isEqualTo("works");
    assertThat(plane.inventory().databases()).containsExactly(spec.id());
  }

  @Test
  void an_interrupted_reset_ends_at_the_new_generation_with_the_old_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "discarded");
    DatabaseSpec reset = spec.atGeneration(1);
    plane.databases().ensure(reset);

    restart();
    ensureReady(reset);

    assertThat(login(reset)).isEqualTo(login);
    assertThat(read(login)).isEmpty();
  }

  @Test
  void an_interrupted_removal_ends_when_it_is_asked_for_again() {
    DatabaseSpec spec = readyClone();
    plane.databases().remove(spec.id());

    restart();
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());

    assertThat(plane.inventory().databases()).isEmpty();
  }

  @Test
  void what_was_removed_stays_removed() {
    DatabaseSpec spec = readyClone();
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());
    VersionRef version = imported(importSpec());
    plane.versions().remove(version);

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
