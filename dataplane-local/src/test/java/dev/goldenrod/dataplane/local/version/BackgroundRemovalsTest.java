package dev.goldenrod.dataplane.local.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Removals on an executor that runs, delays or refuses its tasks. */
class BackgroundRemovalsTest {
  private static final Runnable FULL_DISK =
      () -> {
        throw new IllegalStateException("the disk is gone");
      };

  private final List<String> told = new ArrayList<>();

  @Test
  void one_that_ends_at_once_is_told_of_and_can_be_asked_for_again() {
    BackgroundRemovals removals = new BackgroundRemovals(Runnable::run);

    for (int i = 1; i <= 2; i++) {
      assertThat(removals.ensureRemoved("one", false, () -> {}, () -> told.add("one"))).isFalse();
      assertThat(told).hasSize(i);
      assertThat(removals.ensureRemoved("one", true, FULL_DISK, () -> {})).isTrue();
    }
  }

  @Test
  void one_under_way_is_not_begun_again() {
    List<Runnable> waiting = new ArrayList<>();
    BackgroundRemovals removals = new BackgroundRemovals(waiting::add);

    assertThat(removals.ensureRemoved("one", false, () -> {}, () -> {})).isFalse();
    assertThat(removals.ensureRemoved("one", true, FULL_DISK, () -> {})).isFalse();

    assertThat(waiting).hasSize(1);
    waiting.get(0).run();
    assertThat(removals.ensureRemoved("one", true, FULL_DISK, () -> {})).isTrue();
  }

  @Test
  void one_that_failed_says_why_once_and_is_begun_again() {
    BackgroundRemovals removals = new BackgroundRemovals(Runnable::run);
    removals.ensureRemoved("one", false, FULL_DISK, () -> told.add("one"));

    assertThat(told).hasSize(1);
    assertThatThrownBy(() -> removals.ensureRemoved("one", false, () -> {}, () -> {}))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("the disk is gone");
    assertThat(removals.ensureRemoved("one", false, () -> {}, () -> {})).isFalse();
    assertThat(removals.ensureRemoved("one", true, FULL_DISK, () -> {})).isTrue();
  }

  @Test
  void one_that_no_thread_takes_is_not_stuck() {
    BackgroundRemovals removals =
        new BackgroundRemovals(
            task -> {
              throw new RejectedExecutionException("no thread");
            });
    removals.ensureRemoved("one", false, () -> {}, () -> {});

    assertThatThrownBy(() -> removals.ensureRemoved("one", false, () -> {}, () -> {}))
        .hasMessageContaining("no thread");
  }
}
