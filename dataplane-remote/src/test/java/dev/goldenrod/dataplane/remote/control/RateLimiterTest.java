package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RateLimiter limiter = new RateLimiter(100, 10, nanos::get);

  private long taken() {
    return IntStream.range(0, 1_000).filter(i -> limiter.tryAcquire()).count();
  }

  @Test
  void so_much_is_taken_at_once_and_so_much_a_second_and_nothing_is_saved_beyond() {
    assertThat(taken()).isEqualTo(100);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(taken()).isEqualTo(30);
    nanos.addAndGet(TimeUnit.HOURS.toNanos(3));
    assertThat(taken()).isEqualTo(100);
  }
}
