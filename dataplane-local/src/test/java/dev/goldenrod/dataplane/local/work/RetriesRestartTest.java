package dev.goldenrod.dataplane.local.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RetriesRestartTest {
  private final Retries restarts =
      new Retries((pause, turn) -> CompletableFuture.completedFuture(null), () -> {});

  @Test
  void a_server_that_ended_once_is_started_at_once() {
    restarts.failed();

    assertThat(restarts.restartPause()).isEqualTo(Duration.ZERO);
    assertThat(restarts.isHopeless()).isFalse();
  }

  @Test
  void after_many_failures_it_is_tried_again_slowly_and_for_ever() {
    for (int i = 0; i < 6; i++) {
      restarts.failed();
    }
    assertThat(restarts.isHopeless()).isTrue();
    assertThat(restarts.restartPause()).isEqualTo(Duration.ofSeconds(30));
    for (int i = 0; i < 100_000; i++) {
      restarts.failed();
    }
    assertThat(restarts.restartPause()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void what_is_forgiven_does_not_count() {
    for (int i = 0; i < 9; i++) {
      restarts.failed();
    }
    restarts.reset();

    assertThat(restarts.isHopeless()).isFalse();
  }
}
