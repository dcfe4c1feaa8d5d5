package dev.goldenrod.dataplane.local.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private final List<Long> pauses = new ArrayList<>();
  private final List<Future<?>> planned = new ArrayList<>();
  private final Retries retries = new Retries(this::plan, () -> {});

  private Future<?> plan(Duration pause, Runnable turn) {
    pauses.add(pause.toSeconds());
    planned.add(new CompletableFuture<>());
    return planned.get(planned.size() - 1);
  }

  @Test
  void what_stays_blocked_is_tried_ever_more_rarely() {
    for (int i = 0; i < 6; i++) {
      retries.planUnblocking();
    }
    retries.up();
    retries.planUnblocking();
    retries.reset();
    retries.planUnblocking();

    assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 16L, 1L, 1L);
  }

  @Test
  void one_retry_is_planned_at_a_time() {
    retries.planUnblocking();
    retries.failed();
    retries.planRestart();
    retries.planRepair();

    assertThat(planned.stream().filter(one -> !one.isCancelled())).hasSize(1);
    retries.cancel();
    assertThat(planned).allMatch(Future::isCancelled);
  }
}
