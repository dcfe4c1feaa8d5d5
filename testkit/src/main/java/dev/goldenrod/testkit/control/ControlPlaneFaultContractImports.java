package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.source.Source;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Failures of imports and goldens. */
public abstract class ControlPlaneFaultContractImports extends ControlPlaneFaultContractPart {
  private ImportJob find(UUID id) {
    return control.imports().find(admin, id);
  }

  @Test
  void an_import_passes_through_every_phase_and_shows_its_progress() {
    fake.holdImports();
    ImportJob job = startImport(createSource(), "shop");

    for (ImportPhase step :
        List.of(
            ImportPhase.PROBING,
            ImportPhase.PROVISIONING,
            ImportPhase.IMPORTING,
            ImportPhase.SNAPSHOTTING,
            ImportPhase.CLEANING)) {
      settle();
      assertThat(find(job.id()).phase()).isEqualTo(step);
      assertThat(find(job.id()).status().progress()).isNull();
      fake.reportProgress(job.id(), new Progress(3, 7, "tables"));
      settle();
      assertThat(find(job.id()).status().progress()).isEqualTo(new Progress(3, 7, "tables"));
      assertThat(control.goldens().list(admin)).extracting("latestVersion").containsExactly(0);
      fake.finishStep(job.id());
    }

    settle();
    assertThat(find(job.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(find(job.id()).status().progress()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"PROBING", "PROVISIONING", "IMPORTING", "SNAPSHOTTING"})
  void a_step_that_fails_ends_the_import_and_leaves_nothing(ImportPhase step) {
    fake.failStep(step, "no space left on the volume");
    Source source = createSource();
    ImportJob job = startImport(source, "shop");

    settle();

    ImportJob failed = find(job.id());
    assertThat(failed.phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(failed.status().message()).isEqualTo("no space left on the volume");
    assertThat(failed.history().failedPhase()).isEqualTo(step);
    assertThat(failed.finishedAt()).isNotNull();
    assertThat(control.goldens().versions(admin, job.goldenId())).isEmpty();
    assertThat(fake.inventory().imports()).isEmpty();
    assertThat(fake.inventory().handles()).isEmpty();
    assertThat(audited()).endsWith("import.failed import/" + job.id());

    ImportJob next = startImport(source, "shop");
    settle();
    assertThat(next.version()).isEqualTo(1);
    assertThat(find(next.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
  }

  @Test
  void a_step_that_gets_no_further_says_so_until_it_does_and_keeps_its_progress_over_a_restart() {
    ImportJob job = heldIn(ImportPhase.IMPORTING, createSource());
    fake.stallImport(job.id(), "no progress since noon");
    settle();
    assertThat(find(job.id()).status().message()).isEqualTo("no progress since noon");
    assertThat(find(job.id()).phase()).isEqualTo(ImportPhase.IMPORTING);

    fake.reportProgress(job.id(), new Progress(3, 7, "tables"));
    settle();

    assertThat(find(job.id()).status().message()).isEmpty();
    restartAll();
    settleLater();
    assertThat(find(job.id()).status().progress()).isEqualTo(new Progress(3, 7, "tables"));
  }

  @Test
  void a_number_is_given_back_also_when_higher_ones_were_given_out() {
    fake.holdImports();
    ImportJob job = startImport(createSource(), "shop");
    settle();
    fake.failStep(ImportPhase.PROVISIONING, "no space left");
    Goldens.RegisteredVersion second = register("shop");

    fake.releaseImports();
    settle();

    assertThat(find(job.id()).phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(control.goldens().versions(admin, second.goldenId()))
        .extracting(GoldenVersion::number)
        .containsExactly(2);
    assertThat(register("shop").version()).isEqualTo(3);
  }

  @Test
  void cleaning_that_fails_is_tried_again_and_fails_no_import() {
    fake.failStep(ImportPhase.CLEANING, "the volume is busy");
    ImportJob job = startImport(createSource(), "shop");
    settle();
    assertThat(find(job.id()).phase()).isEqualTo(ImportPhase.CLEANING);

    settleLater();

    assertThat(find(job.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(fake.inventory().imports()).isEmpty();
  }

  @Test
  void warnings_of_every_step_stay_with_the_import() {
    fake.warnAtStep(ImportPhase.PROBING, "extension postgis is not available here");
    fake.warnAtStep(ImportPhase.IMPORTING, "role reporting was left out");

    ImportJob job = startImport(createSource(), "shop");
    settle();

    assertThat(find(job.id()).status().warnings())
        .containsExactly("extension postgis is not available here", "role reporting was left out");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"PENDING", "PROBING", "PROVISIONING", "IMPORTING", "SNAPSHOTTING", "CLEANING"})
  void an_import_that_was_killed_in_a_phase_ends_as_it_would_have(ImportPhase phase) {
    ImportJob job = heldIn(phase, createSource());

    restartAll();
    fake.releaseImports();
    settle();
    settleLater();

    assertThat(find(job.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(control.goldens().versions(admin, job.goldenId()))
        .extracting(GoldenVersion::number)
        .containsExactly(1);
    assertThat(fake.inventory().handles()).hasSize(1);
    assertThat(fake.inventory().imports()).isEmpty();
    assertThat(audited()).containsOnlyOnce("import.succeeded import/" + job.id());
  }

  @Test
  void a_phase_that_a_kill_interrupted_began_when_it_did_and_ends_when_it_does() {
    ImportJob job = heldIn(ImportPhase.IMPORTING, createSource());
    ImportHistory before = find(job.id()).history();
    Instant killed = clock.instant();

    restartAll();
    settleLater();

    assertThat(find(job.id()).history()).isEqualTo(before);
    assertThat(before.startOf(ImportPhase.IMPORTING)).contains(killed);
    fake.releaseImports();
    settle();
    assertThat(find(job.id()).history().startOf(ImportPhase.SNAPSHOTTING))
        .contains(killed.plus(LONG_PAUSE));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"PENDING", "PROBING", "PROVISIONING", "IMPORTING", "SNAPSHOTTING", "CLEANING"})
  void an_import_cancelled_in_a_phase_leaves_nothing(ImportPhase phase) {
    Source source = createSource();
    ImportJob job = heldIn(phase, source);

    ImportJob accepted = control.imports().cancel(admin, job.id());
    assertThat(accepted.phase()).isEqualTo(phase);
    assertThat(accepted.status().message()).startsWith("being cancelled by ");
    settle();

    assertCancelled(job);
    assertThat(audited())
        .containsSubsequence(
            "import.cancelled import/" + job.id(), "import.failed import/" + job.id());
    assertRefused(ErrorCode.CONFLICT, () -> control.imports().cancel(admin, job.id()));
    fake.releaseImports();
    ImportJob next = startImport(source, "shop");
    settle();
    assertThat(next.version()).isEqualTo(1);
    assertThat(find(next.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"PENDING", "PROBING", "PROVISIONING", "IMPORTING", "SNAPSHOTTING", "CLEANING"})
  void a_cancelled_import_ends_although_the_server_was_killed_at_once(ImportPhase phase) {
    ImportJob job = heldIn(phase, createSource());
    control.imports().cancel(admin, job.id());

    restartAll();
    settle();
    settleLater();

    assertCancelled(job);
  }

  @Test
  void a_volume_that_was_made_when_the_import_was_cancelled_goes_too() {
    ImportJob job = heldIn(ImportPhase.SNAPSHOTTING, createSource());
    control.imports().cancel(admin, job.id());
    fake.finishStep(job.id());
    assertThat(fake.inventory().handles()).hasSize(1);

    settle();

    assertCancelled(job);
  }

  @Test
  void cancelling_twice_changes_nothing_and_waits_for_a_data_plane_that_is_offline() {
    ImportJob job = heldIn(ImportPhase.IMPORTING, createSource());
    fake.goOffline();

    ImportJob first = control.imports().cancel(admin, job.id());
    settle();
    assertThat(control.imports().cancel(admin, job.id())).isEqualTo(first);
    assertThat(audited()).containsOnlyOnce("import.cancelled import/" + job.id());
    assertRefused(ErrorCode.CONFLICT, () -> startImport(createSource(), "shop"));

    fake.comeOnline();
    settleLater();
    assertCancelled(job);
  }

  private ImportJob heldIn(ImportPhase phase, Source source) {
    fake.holdImports();
    ImportJob job = startImport(source, "shop");
    while (find(job.id()).phase() != phase) {
      settle();
      if (find(job.id()).phase() != phase) {
        fake.finishStep(job.id());
        control.runDueOnce();
      }
    }
    return find(job.id());
  }

  private void assertCancelled(ImportJob job) {
    ImportJob ended = find(job.id());
    assertThat(ended.phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(ended.status().message()).isEqualTo("cancelled by " + address(admin));
    assertThat(ended.finishedAt()).isNotNull();
    assertThat(control.goldens().versions(admin, job.goldenId())).isEmpty();
    assertThat(fake.inventory().imports()).isEmpty();
    assertThat(fake.inventory().handles()).isEmpty();
  }

  @Test
  void an_import_waits_for_a_data_plane_that_is_offline() {
    fake.goOffline();
    ImportJob job = startImport(createSource(), "shop");
    settle();
    settleLater();
    assertThat(find(job.id()).phase().isTerminal()).isFalse();

    fake.comeOnline();
    settleLater();

    assertThat(find(job.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
  }

  @Test
  void the_volumes_of_a_deleted_golden_go_after_its_last_clone() {
    ImportJob job = startImport(createSource(), "shop");
    settle();
    UUID clone = launchReady(admin, "shop").id();
    control.imports().delete(admin, job.id());
    fake.holdRemovals();

    control.goldens().delete(admin, job.goldenId(), true);
    settle();
    settleLater();
    assertThat(fake.inventory().databases()).containsExactly(clone);
    assertThat(fake.inventory().handles()).hasSize(1);

    fake.finishRemoval(clone);
    settle();
    settleLater();
    assertThat(fake.inventory().handles()).isEmpty();
    assertThat(exists(clone)).isFalse();
    assertThat(register("shop").version()).isEqualTo(1);
  }

  @Test
  void a_deleted_golden_waits_for_a_data_plane_that_is_offline() {
    ImportJob job = startImport(createSource(), "shop");
    settle();
    control.imports().delete(admin, job.id());
    fake.goOffline();
    control.goldens().delete(admin, job.goldenId(), false);
    settle();

    fake.comeOnline();
    settleLater();

    assertThat(fake.inventory().handles()).isEmpty();
    assertThat(register("shop").version()).isEqualTo(1);
  }
}
