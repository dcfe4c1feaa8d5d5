package dev.goldenrod.dataplane.local.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CoalescingTaskTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  @Test
  void what_is_asked_for_during_a_run_leads_to_one_more() {
    Deque<CoalescingTask> self = new ArrayDeque<>();
    CoalescingTask task =
        new CoalescingTask(
            Runnable::run,
            () -> {
              if (runs.incrementAndGet() == 1) {
                self.peek().request();
                self.peek().request();
              }
            },
            failures::incrementAndGet);
    self.push(task);

    task.request();

    assertThat(runs).hasValue(2);
    assertThat(failures).hasValue(0);
  }

  @Test
  void an_error_of_the_work_does_not_end_the_turns() {
    CoalescingTask task =
        new CoalescingTask(
            Runnable::run,
            () -> {
              if (runs.incrementAndGet() == 1) {
                throw new OutOfMemoryError("in a turn");
              }
            },
            failures::incrementAndGet);

    task.request();
    task.request();

    assertThat(runs).hasValue(2);
    assertThat(failures).hasValue(1);
  }

  @Test
  void a_thread_that_cannot_be_had_does_not_end_the_turns() {
    AtomicInteger asked = new AtomicInteger();
    Executor executor =
        task -> {
          if (asked.incrementAndGet() == 1) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          task.run();
        };
    CoalescingTask task =
        new CoalescingTask(executor, runs::incrementAndGet, failures::incrementAndGet);

    task.request();
    task.request();

    assertThat(runs).hasValue(1);
    assertThat(failures).hasValue(1);
  }
}
