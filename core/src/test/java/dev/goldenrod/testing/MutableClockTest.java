package dev.goldenrod.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MutableClockTest {
  private final MutableClock clock = new MutableClock();

  @Test
  void it_stands_still_until_it_is_moved() {
    assertThat(clock.instant()).isEqualTo(MutableClock.START).isEqualTo(clock.instant());

    clock.advance(Duration.ofHours(8));
    assertThat(clock.instant()).isEqualTo(MutableClock.START.plusSeconds(8 * 3600));

    clock.set(Instant.EPOCH);
    assertThat(clock.millis()).isZero();
  }

  @Test
  void a_view_in_another_zone_moves_with_it() {
    Clock view = clock.withZone(ZoneId.of("Asia/Tokyo"));

    clock.advance(Duration.ofSeconds(1));

    assertThat(view.instant()).isEqualTo(clock.instant());
    assertThat(view.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
  }

  @Test
  void no_move_of_any_thread_is_lost() {
    IntStream.range(0, 10_000).parallel().forEach(i -> clock.advance(Duration.ofMillis(1)));

    assertThat(clock.instant()).isEqualTo(MutableClock.START.plusMillis(10_000));
  }
}
