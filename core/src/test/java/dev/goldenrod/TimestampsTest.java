package dev.goldenrod;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimestampsTest {
  @Test
  void there_are_always_three_decimals() {
    assertThat(Timestamps.text(Instant.parse("2026-01-31T10:15:30Z")))
        .isEqualTo("2026-01-31T10:15:30.000Z");
    assertThat(Timestamps.text(Instant.parse("2026-01-31T10:15:30.123987Z")))
        .isEqualTo("2026-01-31T10:15:30.123Z");
  }

  @Test
  void what_never_happened_has_no_time() {
    assertThat(Timestamps.textOrNull(null)).isNull();
  }
}
