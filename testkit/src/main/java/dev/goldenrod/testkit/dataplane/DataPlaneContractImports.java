package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of imports and their volumes. */
public abstract class DataPlaneContractImports extends DataPlaneContractImportPart {
  @Test
  void the_steps_of_an_import_are_done_in_order_and_make_a_volume_that_alone_tells_of_it() {
    ImportSpec spec = importSpec();
    Set<String> before = plane.inventory().handles();

    String release = "";
    String handle = "";
    for (ImportPhase step : STEPS) {
      assertThat(plane.imports().observe(spec.id(), step).state()).isEqualTo(StepState.ABSENT);
      ImportResult result = runStep(spec, step).result();
      if (step == ImportPhase.PROBING) {
        release = result.release();
        assertThat(release).isNotEmpty();
      }
      if (step == ImportPhase.SNAPSHOTTING) {
        handle = result.handle();
        assertThat(result.release()).isEqualTo(release);
        assertThat(result.sizeBytes()).isPositive();
        assertThat(before).doesNotContain(result.handle());
        assertThat(plane.inventory().handles())
            .contains(result.handle())
            .hasSize(before.size() + 1);
      }
    }
    assertThat(plane.inventory().imports()).doesNotContain(spec.id());
    await("the step is still DONE")
        .until(
            () -> plane.imports().observe(spec.id(), ImportPhase.CLEANING).state(),
            state -> state == StepState.DONE);

    removeVersion(versionOf(spec, handle));

    await("no state of the import is left")
        .until(
            () -> plane.imports().observe(spec.id(), ImportPhase.CLEANING).state(),
            state -> state == StepState.ABSENT);
  }

  @Test
  void the_probe_knows_the_release_and_refuses_another() {
    String release = runStep(importSpec(), ImportPhase.PROBING).result().release();
    String other = Integer.toString(Integer.parseInt(release) + 1);
    ImportSpec given = importSpec();
    ImportSpec wrong =
        new ImportSpec(given.id(), given.golden(), given.version(), given.source(), other);

    plane.imports().ensure(wrong, ImportPhase.PROBING);

    ImportObservation seen = awaitEnd(wrong, ImportPhase.PROBING);
    assertThat(seen.state()).isEqualTo(StepState.FAILED);
    assertThat(seen.message()).contains(release).contains(other);
  }

  @Test
  void a_source_that_cannot_be_reached_fails_the_probe_with_its_name() {
    ImportSpec spec = unreachable(importSpec());

    plane.imports().ensure(spec, ImportPhase.PROBING);

    ImportObservation seen = awaitEnd(spec, ImportPhase.PROBING);
    assertThat(seen.state()).isEqualTo(StepState.FAILED);
    assertThat(seen.message()).contains(spec.source().host());
  }

  @Test
  void a_failed_step_is_tried_again_when_ensured_again() {
    ImportSpec spec = importSpec();
    ImportSpec unreachable = unreachable(spec);
    plane.imports().ensure(unreachable, ImportPhase.PROBING);
    awaitEnd(unreachable, ImportPhase.PROBING);

    plane.imports().ensure(spec, ImportPhase.PROBING);

    await("the step is DONE")
        .until(
            () -> plane.imports().observe(spec.id(), ImportPhase.PROBING),
            seen -> seen.state() == StepState.DONE);
  }

  private static ImportSpec unreachable(ImportSpec spec) {
    SourceConnection source = spec.source();
    SourceConnection nowhere =
        new SourceConnection(
            "no-such-source.invalid",
            source.port(),
            source.dbname(),
            source.username(),
            source.sslmode(),
            source.secret());
    return new ImportSpec(spec.id(), spec.golden(), spec.version(), nowhere, spec.release());
  }

  @Tag("slow")
  @Test
  void a_step_ensured_by_many_threads_at_once_is_done_once() throws Exception {
    ImportSpec spec = importSpec();
    Set<String> before = plane.inventory().handles();

    for (ImportPhase step : STEPS) {
      atOnce(4, () -> plane.imports().ensure(spec, step));
      ImportObservation first = awaitEnd(spec, step);
      assertThat(first.state()).isEqualTo(StepState.DONE);
      if (step == ImportPhase.SNAPSHOTTING) {
        atOnce(4, () -> plane.imports().ensure(spec, step));
        assertThat(plane.imports().observe(spec.id(), step)).isEqualTo(first);
      }
    }

    assertThat(plane.inventory().handles()).hasSize(before.size() + 1);
  }

  @Tag("slow")
  @Test
  void imports_side_by_side_make_volumes_of_their_own() {
    ImportSpec one = importSpec();
    ImportSpec other = importSpec();

    for (ImportPhase step : STEPS.subList(0, STEPS.indexOf(ImportPhase.SNAPSHOTTING))) {
      plane.imports().ensure(one, step);
      runStep(other, step);
      assertThat(awaitEnd(one, step).state()).isEqualTo(StepState.DONE);
    }

    String handle = runStep(one, ImportPhase.SNAPSHOTTING).result().handle();
    assertThat(runStep(other, ImportPhase.SNAPSHOTTING).result().handle()).isNotEqualTo(handle);
    assertThat(plane.inventory().imports()).containsExactlyInAnyOrder(one.id(), other.id());
  }

  @Tag("slow")
  @Test
  void an_import_removed_midway_leaves_nothing() {
    ImportSpec spec = importSpec();
    Inventory before = plane.inventory();
    runStepsThrough(ImportPhase.IMPORTING, spec);
    assertThat(plane.inventory().imports()).containsExactly(spec.id());

    removeImport(spec.id());

    assertThat(plane.inventory()).isEqualTo(before);
    assertThat(plane.imports().observe(spec.id(), ImportPhase.IMPORTING).state())
        .isEqualTo(StepState.ABSENT);
  }

  @Test
  void an_import_can_be_removed_while_a_step_is_under_way() {
    ImportSpec spec = importSpec();
    Inventory before = plane.inventory();
    runStepsThrough(ImportPhase.PROVISIONING, spec);
    plane.imports().ensure(spec, ImportPhase.IMPORTING);

    removeImport(spec.id());

    assertThat(plane.inventory()).isEqualTo(before);
  }

  @Tag("slow")
  @Test
  void removing_an_import_keeps_its_volume_and_can_be_repeated() throws Exception {
    ImportSpec spec = importSpec();
    String handle = runStepsThrough(ImportPhase.SNAPSHOTTING, spec).result().handle();

    removeImport(spec.id());
    removeImport(spec.id());
    removeImport(UUID.randomUUID());

    assertThat(plane.inventory().imports()).isEmpty();
    assertThat(plane.inventory().handles()).contains(handle);
    assertThat(plane.imports().observe(spec.id(), ImportPhase.SNAPSHOTTING).result().handle())
        .isEqualTo(handle);
    DatabaseSpec clone = cloneOf(versionOf(spec, handle));
    ensureReady(clone);
    write(login(clone), "works");
    assertThat(read(login(clone))).isEqualTo("works");
  }

  @Tag("slow")
  @Test
  void a_removed_version_leaves_no_volume_and_the_others_and_what_was_made_of_it_alone()
      throws Exception {
    VersionRef kept = readyVersion();
    VersionRef removed = imported(importSpec());
    DatabaseSpec made = cloneOf(removed).named("shop");
    ensureReady(made);
    write(login(made), "kept");

    removeVersion(removed);
    removeVersion(removed);

    assertThat(plane.inventory().handles())
        .contains(kept.handle())
        .doesNotContain(removed.handle());
    ensureReady(cloneOf(kept));
    DatabaseSpec later = withoutHandle(made, removed);
    ensureStopped(later);
    ensureReady(later);
    assertThat(read(login(made))).isEqualTo("kept");
  }

  /** Creates the spec of a control plane that does not know the version anymore. */
  private static DatabaseSpec withoutHandle(DatabaseSpec made, VersionRef version) {
    VersionRef gone = new VersionRef(version.goldenId(), version.golden(), version.version(), "");
    return DatabaseSpec.of(made.id(), new Origin.Version(gone), made.resources())
        .named(made.name());
  }

  @Test
  void the_listener_is_told_of_a_step_that_is_done() {
    Set<UUID> heard = ConcurrentHashMap.newKeySet();
    plane.onChange(heard::add);
    ImportSpec spec = importSpec();

    runStep(spec, ImportPhase.PROBING);

    await("notification of the step").until(() -> heard, ids -> ids.contains(spec.id()));
  }
}
