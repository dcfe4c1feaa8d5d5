package dev.goldenrod.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitOptionsTest {
  @Test
  void the_time_of_a_question_does_not_count() {
    WaitOptions waiting = WaitOptions.lasting(Duration.ofMillis(500));
    waiting.left();

    String answer =
        waiting.suspendFor(
            () -> {
              sleep(Duration.ofMillis(600));
              return "yes";
            });

    assertThat(answer).isEqualTo("yes");
    assertThat(waiting.left()).isPositive();
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
