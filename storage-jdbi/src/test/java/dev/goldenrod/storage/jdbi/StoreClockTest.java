package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StoreClockTest {
  private static final Instant T0 = Instant.parse("2026-01-31T10:15:30Z");

  private Instant machine = T0;
  private long seconds;
  private final StoreClock clock =
      new StoreClock(() -> machine, () -> TimeUnit.SECONDS.toNanos(seconds));

  @Test
  void it_is_the_databases_time_whatever_the_machine_says() {
    clock.adjust(T0.plusSeconds(3600), clock.nanos());
    assertThat(clock.instant()).isEqualTo(T0.plusSeconds(3600));

    machine = T0.plus(Duration.ofDays(30));
    assertThat(clock.instant()).as("the machine's clock was set").isEqualTo(T0.plusSeconds(3600));
  }

  @Test
  void between_two_looks_it_goes_by_what_has_passed() {
    clock.adjust(T0, clock.nanos());
    seconds += 5;
    assertThat(clock.instant()).isEqualTo(T0.plusSeconds(5));
  }

  @Test
  void a_slow_look_does_not_set_it_wrong() {
    clock.adjust(T0, clock.nanos());
    long asked = clock.nanos();
    seconds += 10;

    clock.adjust(T0.plusSeconds(1), asked);

    assertThat(clock.instant()).isEqualTo(T0.plusSeconds(10));
  }

  @Test
  void it_is_set_to_the_nearest_time_that_agrees_with_the_look() {
    long asked = clock.nanos();
    seconds += 10;
    clock.adjust(T0.plusSeconds(60), asked);
    assertThat(clock.instant()).as("it was behind").isEqualTo(T0.plusSeconds(60));

    long again = clock.nanos();
    seconds += 2;
    clock.adjust(T0.minusSeconds(60), again);
    assertThat(clock.instant()).as("it was ahead").isEqualTo(T0.minusSeconds(58));
  }

  @Test
  void it_has_other_zones_with_the_same_time() {
    clock.adjust(T0, clock.nanos());
    assertThat(clock.withZone(ZoneId.of("Asia/Tokyo")).instant()).isEqualTo(T0);
  }
}
