package dev.goldenrod.control.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlowClusterGateTest {
  private static final UUID ONE = UUID.randomUUID();
  private static final UUID OTHER = UUID.randomUUID();

  private final SlowClusterGate gate = new SlowClusterGate();

  private int entered(UUID cluster, int wanted) {
    return (int) IntStream.range(0, wanted).filter(i -> gate.enter(cluster)).count();
  }

  @Test
  void one_cluster_never_takes_all_threads() {
    assertThat(entered(ONE, 1000)).isEqualTo(SlowClusterGate.MOST);
    assertThat(entered(OTHER, 10)).isEqualTo(10);

    gate.leave(ONE);
    assertThat(entered(ONE, 10)).isEqualTo(1);
  }

  @Test
  void few_wait_for_one_that_gave_no_answer_until_it_does() {
    gate.timedOut(ONE);
    assertThat(entered(ONE, 1000)).isEqualTo(SlowClusterGate.MOST_OF_SLOW);
    assertThat(entered(OTHER, 100)).isEqualTo(100);

    gate.answered(ONE);
    assertThat(entered(ONE, 1000)).isEqualTo(SlowClusterGate.MOST - SlowClusterGate.MOST_OF_SLOW);
  }
}
