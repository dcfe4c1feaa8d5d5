package dev.goldenrod.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ImportJobTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  private final ImportJob pending =
      new ImportJob(
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          "shop",
          3,
          UUID.randomUUID(),
          ImportStatus.of(ImportPhase.PENDING),
          0,
          0,
          NOW,
          null,
          null,
          ImportHistory.accepted(NOW),
          4,
          7);

  @Test
  void a_job_advances_through_every_phase_and_stays_the_same_job() {
    ImportJob job = pending;
    for (ImportPhase next :
        List.of(
            ImportPhase.PROBING,
            ImportPhase.PROVISIONING,
            ImportPhase.IMPORTING,
            ImportPhase.SNAPSHOTTING,
            ImportPhase.REGISTERING,
            ImportPhase.CLEANING)) {
      job = job.advanced(LATER);
      assertThat(job.phase()).isEqualTo(next);
      assertSameJob(job);
      assertThat(job.finishedAt()).isNull();
      assertThat(job.sizeBytes()).isZero();
    }

    ImportJob succeeded = job.succeeded(4096, LATER);

    assertSameJob(succeeded);
    assertThat(succeeded.phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(succeeded.sizeBytes()).isEqualTo(4096);
    assertThat(succeeded.finishedAt()).isEqualTo(LATER);
    assertThat(succeeded.status().message()).isEmpty();
  }

  @Test
  void a_failed_job_keeps_its_reason_and_its_warnings() {
    ImportStatus status =
        new ImportStatus(ImportPhase.PENDING, "", new Progress(1, 2, "tables"), List.of("a role"));

    ImportJob failed = pending.observed(status).failed("no space left", LATER);

    assertSameJob(failed);
    assertThat(failed.phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(failed.status().message()).isEqualTo("no space left");
    assertThat(failed.status().warnings()).containsExactly("a role");
    assertThat(failed.status().progress()).isNull();
    assertThat(failed.sizeBytes()).isZero();
    assertThat(failed.finishedAt()).isEqualTo(LATER);
  }

  @Test
  void a_job_keeps_when_each_phase_began_and_which_one_failed() {
    ImportJob probing = pending.advanced(NOW.plusSeconds(5));
    ImportJob failed = probing.failed("no route to host", LATER);

    assertThat(failed.history().startOf(ImportPhase.PENDING)).contains(NOW);
    assertThat(failed.history().startOf(ImportPhase.PROBING)).contains(NOW.plusSeconds(5));
    assertThat(failed.history().startOf(ImportPhase.PROVISIONING)).isEmpty();
    assertThat(failed.history().failedPhase()).isEqualTo(ImportPhase.PROBING);
    assertThat(probing.history().failedPhase()).isNull();
  }

  @Test
  void a_job_in_progress_keeps_when_its_phase_began() {
    ImportJob probing = pending.advanced(NOW.plusSeconds(5));

    ImportJob reported =
        probing.observed(ImportStatus.of(ImportPhase.PROBING)).probed(17).cancelled("a@b.c");

    assertThat(reported.history()).isEqualTo(probing.history());
  }

  @Test
  void warnings_stay_when_a_job_advances() {
    ImportStatus status = new ImportStatus(ImportPhase.PENDING, "", null, List.of("a role"));

    assertThat(pending.observed(status).advanced(LATER).status().warnings())
        .containsExactly("a role");
  }

  @Test
  void warnings_are_kept_once_and_no_more_than_a_list_of_jobs_can_have() {
    ImportStatus first = new ImportStatus(ImportPhase.PENDING, "", null, List.of("a role"));
    String long1 = "x".repeat(150_000);
    String long2 = "y".repeat(150_000);

    List<String> bounded = first.warningsAnd(List.of("a role", long1, long2, "short"));

    assertThat(bounded)
        .containsExactly("a role", long1, "there are more warnings, which are not kept");
    assertThat(
            new ImportStatus(ImportPhase.PENDING, "", null, bounded)
                .warningsAnd(List.of(long2, long1)))
        .isEqualTo(bounded);
  }

  @Test
  void a_report_of_who_sees_no_progress_hides_neither_the_last_one_nor_its_message() {
    Progress progress = new Progress(3, 7, "tables");
    ImportStatus stalled =
        ImportStatus.of(ImportPhase.IMPORTING)
            .reported("no progress since noon", progress, List.of());

    ImportStatus seenElsewhere = stalled.reported("", null, List.of("a role"));
    assertThat(seenElsewhere.progress()).isEqualTo(progress);
    assertThat(seenElsewhere.message()).isEqualTo("no progress since noon");
    assertThat(seenElsewhere.warnings()).containsExactly("a role");

    Progress more = new Progress(4, 7, "tables");
    assertThat(seenElsewhere.reported("", more, List.of()).message()).isEmpty();
    assertThat(seenElsewhere.reported("", more, List.of()).progress()).isEqualTo(more);
  }

  @Test
  void what_the_probe_found_is_kept() {
    ImportJob probed = pending.probed(17);

    assertSameJob(probed);
    assertThat(probed.advanced(LATER).pgMajor()).isEqualTo(17);
  }

  @Test
  void a_job_that_ended_changes_no_more_and_none_skips_to_success() {
    ImportJob failed = pending.failed("gone", LATER);

    assertThatThrownBy(() -> failed.failed("again", LATER))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(pending.id().toString());
    assertThatThrownBy(() -> failed.succeeded(1, LATER)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> pending.succeeded(1, LATER)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> failed.advanced(LATER)).isInstanceOf(IllegalStateException.class);
  }

  private void assertSameJob(ImportJob job) {
    assertThat(job)
        .usingRecursiveComparison()
        .ignoringFields("status", "sizeBytes", "pgMajor", "finishedAt", "history")
        .isEqualTo(pending);
  }
}
