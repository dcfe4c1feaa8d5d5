package dev.goldenrod.dataplane.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.source.SourceConnection;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ImportRunsTest {
  private static final ImportResult MADE = new ImportResult("16", "", 0);

  private final ImportSpec spec =
      new ImportSpec(
          UUID.randomUUID(),
          "golden",
          1,
          new SourceConnection("db.example", 5432, "shop", "reader", "", "secret"),
          "");
  private final MemoryWorkspace workspace = new MemoryWorkspace();

  @Test
  void what_a_step_made_is_kept_with_its_warnings() {
    try (ImportRuns runs = runs(ImportPhase.PROBING, warning("one extension is left out"))) {
      assertThat(end(runs, ImportPhase.PROBING).state()).isEqualTo(StepState.DONE);
    }

    assertThat(workspace.done(ImportPhase.PROBING))
        .contains(new StepRecord(MADE, List.of("one extension is left out")));
  }

  @Test
  void a_step_that_another_process_has_done_is_not_done_again() {
    workspace.save(spec.id(), ImportPhase.PROBING, new StepRecord(MADE, List.of("told before")));

    try (ImportRuns runs = runs(ImportPhase.PROBING, failing(new AssertionError("done again")))) {
      ImportObservation end = end(runs, ImportPhase.PROBING);

      assertThat(end.state()).isEqualTo(StepState.DONE);
      assertThat(end.warnings()).containsExactly("told before");
    }
  }

  @Test
  void a_step_before_the_one_that_it_builds_on_fails_and_says_what_to_do() {
    try (ImportRuns runs = runs(ImportPhase.IMPORTING, (asked, run) -> MADE)) {
      ImportObservation end = end(runs, ImportPhase.IMPORTING);

      assertThat(end.state()).isEqualTo(StepState.FAILED);
      assertThat(end.message())
          .contains("step Provisioning has not finished", "memory", "start the import again");
    }
  }

  @Test
  void a_failure_is_known_to_the_next_process_until_the_step_is_done_again() {
    Step failing = failing(new DataPlaneException("the disk is full"));
    try (ImportRuns runs = runs(ImportPhase.PROBING, failing)) {
      assertThat(end(runs, ImportPhase.PROBING).message()).isEqualTo("the disk is full");
    }

    try (ImportRuns next = runs(ImportPhase.PROBING, (asked, run) -> MADE)) {
      assertThat(next.observe(spec.id(), ImportPhase.PROBING).message())
          .isEqualTo("the disk is full");
      assertThat(end(next, ImportPhase.PROBING).state()).isEqualTo(StepState.DONE);
    }

    assertThat(workspace.failure(ImportPhase.PROBING)).isEmpty();
  }

  @Test
  void a_data_plane_that_is_away_ends_no_step() {
    AtomicInteger tries = new AtomicInteger();
    Step away =
        (asked, run) -> {
          if (tries.incrementAndGet() == 1) {
            throw new DataPlaneUnreachableException("the cluster is away");
          }
          return MADE;
        };

    try (ImportRuns runs = runs(ImportPhase.PROBING, away)) {
      assertThat(end(runs, ImportPhase.PROBING).state()).isEqualTo(StepState.DONE);
    }

    assertThat(tries).hasValue(2);
  }

  @Test
  void what_is_stopped_by_the_end_of_the_process_has_neither_ended_nor_failed() {
    CountDownLatch begun = new CountDownLatch(1);
    ImportRuns runs =
        runs(
            ImportPhase.PROBING,
            (asked, run) -> {
              begun.countDown();
              return untilCancelled(run);
            });
    runs.ensure(spec, ImportPhase.PROBING);
    Awaitility.await().until(() -> begun.getCount() == 0);

    runs.close();

    assertThat(runs.observe(spec.id(), ImportPhase.PROBING).state()).isEqualTo(StepState.ABSENT);
    assertThat(workspace.failure(ImportPhase.PROBING)).isEmpty();
  }

  private static ImportResult untilCancelled(StepRun run) {
    Awaitility.await().atMost(Duration.ofMinutes(8)).until(run::isCancelled);
    throw new DataPlaneException("the work was stopped");
  }

  private static Step warning(String sentence) {
    return (asked, run) -> {
      run.warn(sentence);
      return MADE;
    };
  }

  private static Step failing(Throwable failure) {
    return (asked, run) -> {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    };
  }

  private ImportRuns runs(ImportPhase phase, Step step) {
    return new ImportRuns(workspace, Map.of(phase, step), Clock.systemUTC(), id -> {});
  }

  private ImportObservation end(ImportRuns runs, ImportPhase step) {
    runs.ensure(spec, step);
    return Awaitility.await()
        .until(() -> runs.observe(spec.id(), step), seen -> seen.state() != StepState.RUNNING);
  }
}
