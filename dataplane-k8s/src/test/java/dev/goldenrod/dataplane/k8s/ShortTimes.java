package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import java.time.Duration;

/** Short wait times for tests. */
final class ShortTimes {
  static final WaitTimes OF_SLOW_DRIVER =
      new WaitTimes(
          Duration.ofSeconds(1),
          WaitTimes.DEFAULT.silence(),
          Duration.ofMillis(100),
          Duration.ofSeconds(1));

  /** Reports the reason of a wait early. */
  static final WaitTimes TOLD_SOON =
      new WaitTimes(
          WaitTimes.DEFAULT.standstill(),
          WaitTimes.DEFAULT.silence(),
          Duration.ofMillis(100),
          WaitTimes.DEFAULT.pollInterval());

  private ShortTimes() {}

  /** Changes how soon a process is considered killed. */
  static WaitTimes withSilence(Duration silence) {
    WaitTimes usual = WaitTimes.DEFAULT;
    return new WaitTimes(usual.standstill(), silence, usual.reportDelay(), usual.pollInterval());
  }
}
