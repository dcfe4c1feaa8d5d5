package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CompletionBackoffTest {
  @Test
  void waits_double_from_a_quarter_of_a_second_to_half_a_minute() {
    assertThat(Completion.backoff(0)).isEqualTo(Duration.ofMillis(250));
    assertThat(Completion.backoff(1)).isEqualTo(Duration.ofMillis(500));
    assertThat(Completion.backoff(6)).isEqualTo(Duration.ofSeconds(16));
    assertThat(Completion.backoff(7)).isEqualTo(Duration.ofSeconds(30));
    assertThat(Completion.backoff(1_000_000)).isEqualTo(Duration.ofSeconds(30));
  }
}
