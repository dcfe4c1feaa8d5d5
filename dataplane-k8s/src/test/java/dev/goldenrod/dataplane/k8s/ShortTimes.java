package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import java.time.Duration;

/** Wait times of tests that would else see no more than that time passes. */
final class ShortTimes {
  /** Of a database whose driver cuts no snapshot within a standstill. */
  static final WaitTimes OF_SLOW_DRIVER =
      new WaitTimes(
          Duration.ofSeconds(1),
          WaitTimes.DEFAULT.silence(),
          Duration.ofMillis(100),
          Duration.ofSeconds(1));

  /** The usual ones, but for how soon work tells what it waits for. */
  static final WaitTimes TOLD_SOON =
      new WaitTimes(
          WaitTimes.DEFAULT.standstill(),
          WaitTimes.DEFAULT.silence(),
          Duration.ofMillis(100),
          WaitTimes.DEFAULT.betweenLooks());

  private ShortTimes() {}

  /** The usual ones, but for how soon a process counts as killed. */
  static WaitTimes withSilence(Duration silence) {
    WaitTimes usual = WaitTimes.DEFAULT;
    return new WaitTimes(usual.standstill(), silence, usual.untold(), usual.betweenLooks());
  }
}
