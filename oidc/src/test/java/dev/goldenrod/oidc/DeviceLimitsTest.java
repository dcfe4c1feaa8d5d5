package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeviceLimitsTest {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private long now = Long.MAX_VALUE - Duration.ofSeconds(10).toNanos();
  private final DeviceLimits limits = new DeviceLimits(() -> now);

  @Test
  void sixty_sign_ins_begin_at_once_and_then_one_per_second() {
    assertThat(begun(200)).isEqualTo(60);
    pass(Duration.ofSeconds(3));
    assertThat(begun(200)).isEqualTo(3);
    pass(Duration.ofHours(1));
    assertThat(begun(200)).isEqualTo(60);
  }

  private int begun(int tries) {
    int begun = 0;
    for (int i = 0; i < tries; i++) {
      begun += limits.mayBegin() ? 1 : 0;
    }
    return begun;
  }

  @Test
  void the_issuer_is_asked_once_per_interval_about_each_code() {
    assertThat(limits.mayAsk("a", INTERVAL)).isTrue();
    assertThat(limits.mayAsk("b", INTERVAL)).isTrue();
    pass(Duration.ofMillis(3900));
    assertThat(limits.mayAsk("a", INTERVAL)).isFalse();
    pass(Duration.ofMillis(200));
    assertThat(limits.mayAsk("a", INTERVAL)).isTrue();
    assertThat(limits.mayAsk("a", INTERVAL)).isFalse();
  }

  @Test
  void a_decided_code_is_forgotten() {
    assertThat(limits.mayAsk("a", INTERVAL)).isTrue();
    limits.decided("a");
    assertThat(limits.mayAsk("a", INTERVAL)).isTrue();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
