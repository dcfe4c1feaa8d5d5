package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.CredentialFetcher.ClusterCallLimiter;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CredentialFetcherLimiterTest {
  private static final UUID ONE = UUID.randomUUID();
  private static final UUID OTHER = UUID.randomUUID();

  private final ClusterCallLimiter limiter = new ClusterCallLimiter();

  private int acquired(UUID cluster, int wanted) {
    return (int) IntStream.range(0, wanted).filter(i -> limiter.tryAcquire(cluster)).count();
  }

  @Test
  void one_cluster_never_takes_all_threads() {
    assertThat(acquired(ONE, 1000)).isEqualTo(ClusterCallLimiter.MAX_CALLS);
    assertThat(acquired(OTHER, 10)).isEqualTo(10);

    limiter.release(ONE);
    assertThat(acquired(ONE, 10)).isEqualTo(1);
  }

  @Test
  void few_wait_for_one_that_gave_no_answer_until_it_does() {
    limiter.timedOut(ONE);
    assertThat(acquired(ONE, 1000)).isEqualTo(ClusterCallLimiter.MAX_CALLS_WHEN_SLOW);
    assertThat(acquired(OTHER, 100)).isEqualTo(100);

    limiter.answered(ONE);
    assertThat(acquired(ONE, 1000))
        .isEqualTo(ClusterCallLimiter.MAX_CALLS - ClusterCallLimiter.MAX_CALLS_WHEN_SLOW);
  }
}
