package dev.goldenrod.dataplane.k8s.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.snapshot.SlowDrivers.Attempt;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SlowDriversTest {
  private final MutableClock clock = new MutableClock();
  private final SlowDrivers drivers = new SlowDrivers(clock, Duration.ofSeconds(30));
  private final UUID database = UUID.randomUUID();

  @Test
  void a_driver_is_tried_twice_and_then_given_up_without_another_standstill() {
    Attempt attempt = attempt("snap-1", false);
    drivers.requireTry(attempt);
    WorkFailure first = drivers.failed(attempt);
    assertThat(first.isFinal()).isFalse();
    assertThat(first.message())
        .isEqualTo(
            "driver csi.example did not cut a snapshot within the 30 s that a running server can be paused; trying once more");

    drivers.requireTry(attempt);
    WorkFailure second = drivers.failed(attempt);
    assertThat(second.isFinal()).isTrue();
    assertThat(second.message()).startsWith("given up after 2 tries: driver csi.example did not");
    assertThat(drivers.isSlow(database)).isFalse();

    assertThatThrownBy(() -> drivers.requireTry(attempt))
        .isInstanceOf(WorkFailure.class)
        .hasMessage(second.message());
    drivers.requireTry(attempt("snap-2", false));
  }

  @Test
  void a_database_whose_engine_has_a_backup_is_copied_by_that_for_a_day() {
    assertThat(drivers.failed(attempt("snap-1", true)).isFinal()).isFalse();
    assertThat(drivers.isSlow(database)).isFalse();
    WorkFailure second = drivers.failed(attempt("snap-1", true));

    assertThat(second.isFinal()).isFalse();
    assertThat(second.message())
        .endsWith("copying with the engine's own backup while the database runs");
    assertThat(drivers.isSlow(database)).isTrue();
    assertThat(drivers.isSlow(UUID.randomUUID())).isFalse();

    clock.advance(Duration.ofHours(25));
    assertThat(drivers.isSlow(database)).isFalse();
    drivers.requireTry(attempt("snap-1", true));
  }

  @Test
  void tries_before_one_that_succeeded_do_not_count() {
    drivers.failed(attempt("snap-1", true));
    drivers.succeeded(attempt("snap-1", true));

    assertThat(drivers.failed(attempt("snap-1", true)).message()).endsWith("trying once more");
  }

  private Attempt attempt(String snapshot, boolean hasBackup) {
    return new Attempt(snapshot, database, "csi.example", hasBackup);
  }
}
