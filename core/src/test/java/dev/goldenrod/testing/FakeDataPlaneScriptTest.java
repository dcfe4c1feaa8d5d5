package dev.goldenrod.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FakeDataPlaneScriptTest {
  private final FakeDataPlane plane = new FakeDataPlane();
  private final UUID id = UUID.randomUUID();
  private final DatabaseSpec spec =
      DatabaseSpec.of(
          id,
          new Origin.Version(new VersionRef(new UUID(0, 1), "shop", 1, "v1")),
          InstanceSize.SMALL.resources());
  private final ImportSpec importSpec =
      new ImportSpec(id, "shop", 1, new SourceConnection("db", 5432, "shop", "", "", "s"), "");

  @Test
  void a_held_clone_is_working_until_it_is_finished() {
    List<UUID> heard = new ArrayList<>();
    plane.onChange(heard::add);
    plane.holdDatabases();

    plane.databases().ensure(spec);
    plane.databases().ensure(spec);
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.WORKING);
    assertThat(plane.databases().observe(id).endpoint()).isNotEmpty();
    assertThat(plane.databases().credentials(id)).isEmpty();

    plane.finishDatabase(id);
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
    assertThat(heard).containsExactly(id, id);
    assertThat(plane.ensuredDatabases()).containsExactly(spec, spec);
    assertThatThrownBy(() -> plane.finishDatabase(id))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(id.toString());
  }

  @Test
  void releasing_finishes_what_is_held_and_holds_no_more() {
    plane.holdDatabases();
    plane.databases().ensure(spec);

    plane.releaseDatabases();

    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
  }

  @Test
  void a_clone_fails_once_when_that_was_ordered() {
    plane.failNextDatabase("the disk is full");

    plane.databases().ensure(spec);
    DatabaseObservation failed = plane.databases().observe(id);
    assertThat(failed.state()).isEqualTo(DatabaseState.FAILED);
    assertThat(failed.message()).isEqualTo("the disk is full");

    plane.databases().ensure(spec);
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
  }

  @Test
  void blocked_clones_come_right_by_themselves() {
    plane.blockDatabases("port 5432 is taken");

    plane.databases().ensure(spec);
    plane.databases().ensure(spec);
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.BLOCKED);
    assertThat(plane.databases().observe(id).message()).isEqualTo("port 5432 is taken");

    plane.unblockDatabases();
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
  }

  @Test
  void a_killed_clone_is_back_with_its_data_once_it_is_ensured() {
    plane.databases().ensure(spec);
    Credentials login = plane.databases().credentials(id).orElseThrow();
    plane.write(login, "kept");

    plane.killDatabase(id);
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.WORKING);
    assertThatThrownBy(() -> plane.read(login))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageNotContaining(login.password());

    plane.databases().ensure(spec);
    assertThat(plane.read(login)).isEqualTo("kept");
  }

  @Test
  void a_held_removal_is_working_until_it_is_finished() {
    plane.holdRemovals();
    plane.databases().ensure(spec);

    plane.databases().remove(id);
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.WORKING);
    assertThat(plane.inventory().databases()).containsExactly(id);

    plane.finishRemoval(id);
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.ABSENT);
  }

  @Test
  void a_held_step_reports_progress_until_it_is_finished() {
    plane.holdImports();
    plane.imports().ensure(importSpec, ImportPhase.PROBING);

    plane.reportProgress(id, new Progress(3, 7, "tables"));
    ImportObservation running = plane.imports().observe(id, ImportPhase.PROBING);
    assertThat(running.state()).isEqualTo(StepState.RUNNING);
    assertThat(running.progress()).isEqualTo(new Progress(3, 7, "tables"));

    plane.finishStep(id);
    ImportObservation done = plane.imports().observe(id, ImportPhase.PROBING);
    assertThat(done.state()).isEqualTo(StepState.DONE);
    assertThat(done.result().release()).isEqualTo("17");
    assertThatThrownBy(() -> plane.finishStep(id)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_step_fails_or_warns_once_when_that_was_ordered() {
    plane.failStep(ImportPhase.PROVISIONING, "the disk is full");
    plane.warnAtStep(ImportPhase.PROBING, "extension postgis is not available here");

    plane.imports().ensure(importSpec, ImportPhase.PROBING);
    plane.imports().ensure(importSpec, ImportPhase.PROVISIONING);

    ImportObservation failed = plane.imports().observe(id, ImportPhase.PROVISIONING);
    assertThat(failed.state()).isEqualTo(StepState.FAILED);
    assertThat(failed.message()).isEqualTo("the disk is full");
    assertThat(failed.warnings()).containsExactly("extension postgis is not available here");
    assertThat(plane.ensuredSteps(id))
        .containsExactly(ImportPhase.PROBING, ImportPhase.PROVISIONING);
  }

  @Test
  void steps_out_of_order_are_refused() {
    assertThatThrownBy(() -> plane.imports().ensure(importSpec, ImportPhase.IMPORTING))
        .isInstanceOf(DataPlaneException.class);
    assertThatThrownBy(() -> plane.imports().ensure(importSpec, ImportPhase.REGISTERING))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sources_have_the_major_version_that_was_set() {
    plane.sourceMajor(15);

    plane.imports().ensure(importSpec, ImportPhase.PROBING);

    assertThat(plane.imports().observe(id, ImportPhase.PROBING).result().release()).isEqualTo("15");
  }

  @Test
  void offline_every_call_throws_and_nothing_is_lost() {
    plane.databases().ensure(spec);

    plane.goOffline();
    assertThatThrownBy(() -> plane.databases().observe(id)).isInstanceOf(DataPlaneException.class);
    assertThatThrownBy(() -> plane.databases().ensure(spec)).isInstanceOf(DataPlaneException.class);
    assertThatThrownBy(() -> plane.databases().credentials(id))
        .isInstanceOf(DataPlaneException.class);
    assertThatThrownBy(plane::inventory).isInstanceOf(DataPlaneException.class);

    plane.comeOnline();
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
  }

  @Test
  void delayed_credentials_hold_up_nobody_else_and_come_when_released() throws Exception {
    plane.databases().ensure(spec);
    plane.delayCredentials(Duration.ofDays(1));
    AtomicReference<@Nullable Thread> asker = new AtomicReference<>();
    CompletableFuture<Credentials> answer =
        CompletableFuture.supplyAsync(
            () -> {
              asker.set(Thread.currentThread());
              return plane.databases().credentials(id).orElseThrow();
            });
    await("the asker waits")
        .atMost(Duration.ofMinutes(8))
        .until(
            () -> Optional.ofNullable(asker.get()).map(Thread::getState),
            state -> state.equals(Optional.of(Thread.State.TIMED_WAITING)));

    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
    assertThat(answer).isNotDone();

    plane.delayCredentials(Duration.ZERO);
    assertThat(answer.get(60, TimeUnit.SECONDS).username()).isEqualTo("app");
  }

  @Test
  void who_waits_for_an_answer_can_be_interrupted() {
    plane.delayAnswers(Duration.ofDays(1));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> plane.databases().observe(id)).isInstanceOf(DataPlaneException.class);

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void a_slow_answer_is_the_same_answer() {
    plane.delayAnswers(Duration.ofMillis(5));
    long start = System.nanoTime();

    plane.databases().ensure(spec);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(4));
    assertThat(plane.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
  }

  @Test
  void a_closed_data_plane_answers_no_more_and_a_restarted_one_goes_on() {
    plane.holdDatabases();
    plane.databases().ensure(spec);

    FakeDataPlane restarted = plane.restarted();

    assertThatThrownBy(() -> plane.databases().observe(id))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("closed");
    restarted.releaseDatabases();
    assertThat(restarted.databases().observe(id).state()).isEqualTo(DatabaseState.WORKING);
    restarted.databases().ensure(spec);
    assertThat(restarted.databases().observe(id).state()).isEqualTo(DatabaseState.READY);
  }
}
