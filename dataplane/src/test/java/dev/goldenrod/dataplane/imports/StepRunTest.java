package dev.goldenrod.dataplane.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.StepState;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StepRunTest {
  private static final Progress FIRST = new Progress(1, 9, "tables dumped");

  private final MutableClock clock = new MutableClock();
  private final StepRun run =
      new StepRun(UUID.randomUUID(), ImportPhase.IMPORTING, clock, () -> {});

  @Test
  void a_step_without_progress_for_ten_minutes_says_since_when_and_goes_on() {
    String begun = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    clock.advance(Duration.ofMinutes(10).minusMillis(1));
    assertThat(run.observation().message()).isEmpty();

    clock.advance(Duration.ofMillis(1));

    ImportObservation stalled = run.observation();
    assertThat(stalled.state()).isEqualTo(StepState.RUNNING);
    assertThat(stalled.message()).startsWith("no progress since " + begun);
    clock.advance(Duration.ofHours(1));
    assertThat(run.observation()).isEqualTo(stalled);
  }

  @Test
  void what_was_reported_before_is_no_progress() {
    run.progress(FIRST);
    clock.advance(Duration.ofMinutes(9));
    run.progress(FIRST);
    clock.advance(Duration.ofMinutes(1));

    assertThat(run.observation().message()).contains("no progress since");
    assertThat(run.observation().progress()).isEqualTo(FIRST);
  }

  @Test
  void progress_and_the_end_take_the_message_away() {
    clock.advance(Duration.ofHours(1));
    run.progress(FIRST);
    assertThat(run.observation()).isEqualTo(ImportObservation.running(FIRST, run.warnings()));

    clock.advance(Duration.ofHours(1));
    run.succeeded(ImportResult.UNKNOWN);
    assertThat(run.observation().message()).isEmpty();
  }

  @Test
  void what_it_waits_for_is_told_however_long_it_takes() {
    run.setWaitReason("no node takes the pod");
    clock.advance(Duration.ofHours(2));
    assertThat(run.observation().message()).isEqualTo("no node takes the pod");

    run.setWaitReason("");
    assertThat(run.observation().message()).isEmpty();
  }

  @Test
  void a_step_that_goes_on_warns_of_nothing_twice() {
    run.setEarlierWarnings(List.of("of the step before"));
    run.warn("left out");

    run.clearWarnings();
    run.warn("left out");

    assertThat(run.observation().warnings()).containsExactly("of the step before", "left out");
  }
}
