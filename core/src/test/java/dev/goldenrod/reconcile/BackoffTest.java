package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void waits_double_from_a_quarter_of_a_second_to_half_a_minute() {
    assertThat(Backoff.after(0)).isEqualTo(Duration.ofMillis(250));
    assertThat(Backoff.after(1)).isEqualTo(Duration.ofMillis(500));
    assertThat(Backoff.after(6)).isEqualTo(Duration.ofSeconds(16));
    assertThat(Backoff.after(7)).isEqualTo(Duration.ofSeconds(30));
    assertThat(Backoff.after(1_000_000)).isEqualTo(Duration.ofSeconds(30));
  }
}
