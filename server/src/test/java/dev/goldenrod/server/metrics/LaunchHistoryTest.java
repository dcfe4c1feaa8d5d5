package dev.goldenrod.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.figure.LaunchMinute;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchHistoryTest {
  private final MutableClock clock = new MutableClock();
  private final LaunchHistory history = new LaunchHistory(clock);

  @Test
  void percentiles_are_at_most_ten_percent_too_long() {
    for (int millis = 1; millis <= 100; millis++) {
      history.add(Duration.ofMillis(millis * 10L));
    }

    LaunchMinute now = last();

    assertThat(now.launches()).isEqualTo(100);
    assertThat(now.median()).isBetween(Duration.ofMillis(500), Duration.ofMillis(551));
    assertThat(now.p95()).isBetween(Duration.ofMillis(950), Duration.ofMillis(1046));
  }

  @Test
  void an_hour_is_kept_and_minutes_without_launches_are_empty() {
    history.add(Duration.ofMillis(100));
    clock.advance(Duration.ofMinutes(59));
    history.add(Duration.ofHours(100));

    List<LaunchMinute> hour = history.lastHour();
    clock.advance(Duration.ofMinutes(1));

    assertThat(hour).hasSize(60);
    assertThat(hour.get(0).launches()).isEqualTo(1);
    assertThat(hour.get(59).launches()).isEqualTo(1);
    assertThat(hour.subList(1, 59)).allMatch(minute -> minute.launches() == 0);
    assertThat(history.lastHour()).filteredOn(minute -> minute.launches() > 0).hasSize(1);
    assertThat(last().p95()).isZero();
  }

  private LaunchMinute last() {
    return history.lastHour().get(59);
  }
}
