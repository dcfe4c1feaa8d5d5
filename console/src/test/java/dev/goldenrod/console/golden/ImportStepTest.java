package dev.goldenrod.console.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Phases of which some or all times are unknown. */
class ImportStepTest {
  private static final Instant START = Instant.parse("2026-01-31T10:15:30Z");

  @Test
  void a_job_of_a_former_release_shows_its_phases_without_times() {
    ImportJob job = job(ImportPhase.PROBING, ImportHistory.UNKNOWN);

    List<ImportStep> steps = ImportStep.of(job, at(60));

    assertThat(steps)
        .extracting(ImportStep::timeText)
        .containsExactly("not recorded", "not recorded", "", "", "", "", "");
    assertThat(bars(job, 60).bars()).extracting(PhaseBars.Bar::width).containsOnly(0);
  }

  @Test
  void a_failure_that_a_former_release_recorded_names_no_phase() {
    ImportJob failed =
        job(ImportPhase.PROBING, ImportHistory.UNKNOWN)
            .observed(ImportStatus.of(ImportPhase.FAILED));

    assertThat(ImportStep.of(failed, at(60))).isEmpty();
  }

  @Test
  void a_phase_whose_end_a_former_release_did_not_record_has_no_time() {
    ImportJob job =
        job(ImportPhase.PENDING, ImportHistory.accepted(START))
            .advanced(at(1))
            .observed(ImportStatus.of(ImportPhase.IMPORTING))
            .advanced(at(40));

    assertThat(ImportStep.of(job, at(60)))
        .extracting(ImportStep::timeText)
        .containsExactly(
            "1.0 s", "not recorded", "not recorded", "not recorded", "20 s so far", "", "");
  }

  @Test
  void bars_stay_between_both_ends_although_the_clock_was_set_back() {
    ImportJob job = job(ImportPhase.PENDING, ImportHistory.accepted(START)).advanced(at(90));

    assertThat(bars(job, 60).bars())
        .allSatisfy(
            bar -> {
              assertThat(bar.x()).isBetween(PhaseBars.LEFT, PhaseBars.RIGHT);
              assertThat(bar.x() + bar.width()).isBetween(PhaseBars.LEFT, PhaseBars.RIGHT);
            });
  }

  private static PhaseBars bars(ImportJob job, int now) {
    return PhaseBars.of(new ImportView(job, "", at(now)));
  }

  private static Instant at(int seconds) {
    return START.plusSeconds(seconds);
  }

  private static ImportJob job(ImportPhase phase, ImportHistory history) {
    return new ImportJob(
        UUID.randomUUID(),
        UUID.randomUUID(),
        null,
        UUID.randomUUID(),
        "shop",
        1,
        UUID.randomUUID(),
        ImportStatus.of(phase),
        0,
        17,
        START,
        null,
        null,
        history,
        null,
        0);
  }
}
