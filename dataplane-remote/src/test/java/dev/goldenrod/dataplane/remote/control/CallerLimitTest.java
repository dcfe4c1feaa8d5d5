package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneUnreachableException;
import org.junit.jupiter.api.Test;

class CallerLimitTest {
  private final CallerLimit callers = new CallerLimit();

  private int deep(int depth) {
    return callers.run(() -> depth == 0 ? 0 : 1 + deep(depth - 1));
  }

  @Test
  void some_wait_at_once_and_no_more() {
    assertThat(deep(20)).isEqualTo(20);
    assertThatThrownBy(() -> deep(200)).isInstanceOf(DataPlaneUnreachableException.class);
  }

  @Test
  void one_alone_waits_for_an_agent_that_gave_no_answer_until_it_does() {
    assertThatThrownBy(
            () ->
                callers.run(
                    () -> {
                      throw new DataPlaneUnreachableException("late");
                    }))
        .hasMessage("late");

    assertThatThrownBy(() -> deep(1)).hasMessage("the agent responds slowly");
    assertThat(deep(0)).isZero();
    assertThat(deep(1)).isEqualTo(1);
  }
}
