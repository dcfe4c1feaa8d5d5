package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.WorkItem;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TaskLeaseTest {
  private final InMemoryStore store = new InMemoryStore();
  private final MutableClock clock = new MutableClock();
  @AutoClose private final ControlPlane first = server();
  @AutoClose private final ControlPlane second = server();

  @Test
  void one_server_at_a_time_holds_a_task() {
    assertThat(first.taskLease("watch").hold()).isTrue();
    assertThat(second.taskLease("watch").hold()).isFalse();
    assertThat(first.taskLease("watch").hold()).isTrue();
  }

  @Test
  void another_task_has_a_lease_of_its_own() {
    first.taskLease("watch").hold();

    assertThat(second.taskLease("other").hold()).isTrue();
  }

  @Test
  void a_released_task_is_free_at_once() {
    first.taskLease("watch").hold();
    second.taskLease("watch").release();
    assertThat(second.taskLease("watch").hold()).isFalse();

    first.taskLease("watch").release();

    assertThat(second.taskLease("watch").hold()).isTrue();
  }

  @Test
  void the_task_of_a_server_that_was_killed_is_free_when_its_lease_ends() {
    first.taskLease("watch").hold();

    clock.advance(WorkItem.LEASE);

    assertThat(second.taskLease("watch").hold()).isTrue();
    assertThat(first.taskLease("watch").hold()).isFalse();
  }

  @Test
  void no_loop_looks_at_a_task() {
    first.taskLease("watch").hold();
    first.taskLease("watch").release();

    assertThat(second.runDueOnce()).isZero();
  }

  private ControlPlane server() {
    return ControlPlane.builder().store(store).clock(clock).build();
  }
}
