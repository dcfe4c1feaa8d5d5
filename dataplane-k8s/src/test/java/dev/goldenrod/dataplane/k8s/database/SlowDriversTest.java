package dev.goldenrod.dataplane.k8s.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.work.Trouble;
import org.junit.jupiter.api.Test;

class SlowDriversTest {
  private final SlowDrivers drivers = new SlowDrivers();

  @Test
  void a_driver_is_tried_twice_and_then_given_up_without_another_standstill() {
    drivers.requireTry("snap-1", "csi.example");
    Trouble first = drivers.failed("snap-1", "csi.example");
    assertThat(first.isFinal()).isFalse();
    assertThat(first.message())
        .isEqualTo(
            "driver csi.example did not cut a snapshot within the 30 s that a running server can stand still; it is tried once more");

    drivers.requireTry("snap-1", "csi.example");
    Trouble second = drivers.failed("snap-1", "csi.example");
    assertThat(second.isFinal()).isTrue();
    assertThat(second.message()).startsWith("given up after 2 tries: driver csi.example did not");

    assertThatThrownBy(() -> drivers.requireTry("snap-1", "csi.example"))
        .isInstanceOf(Trouble.class)
        .hasMessage(second.message());
    drivers.requireTry("snap-2", "csi.example");
  }

  @Test
  void tries_before_one_that_succeeded_do_not_count() {
    drivers.failed("snap-1", "csi.example");
    drivers.succeeded("snap-1");

    assertThat(drivers.failed("snap-1", "csi.example").isFinal()).isFalse();
  }
}
