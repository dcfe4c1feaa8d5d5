package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollIntervalTest {
  private final PollInterval poll = PollInterval.from(Duration.ofMillis(1));

  @Test
  void a_wait_begins_with_the_shortest_pauses() {
    assertThat(poll.after(0)).isEqualTo(Duration.ofMillis(1));
    assertThat(poll.after(Duration.ofMillis(19).toNanos())).isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void a_pause_is_a_twentieth_of_the_time_waited() {
    assertThat(poll.after(Duration.ofMillis(100).toNanos())).isEqualTo(Duration.ofMillis(5));
  }

  @Test
  void no_pause_is_longer_than_twenty_milliseconds() {
    assertThat(poll.after(Duration.ofHours(1).toNanos())).isEqualTo(Duration.ofMillis(20));
  }

  @Test
  void a_wait_whose_looks_cost_much_begins_with_longer_pauses() {
    assertThat(PollInterval.from(Duration.ofMillis(5)).after(0)).isEqualTo(Duration.ofMillis(5));
  }
}
