package dev.goldenrod.dataplane.k8s.work;

import java.time.Duration;

/**
 * How long a data plane waits for what may never come. Immutable.
 *
 * @param standstill how long a server stands still at most while a driver cuts a snapshot; whole
 *     seconds
 * @param silence after which a process that makes a copy counts as killed; whole seconds
 * @param untold how long work waits for something before it tells what for
 * @param betweenLooks how often a server in backup mode is asked how it stands
 */
public record WaitTimes(
    Duration standstill, Duration silence, Duration untold, Duration betweenLooks) {
  /** Of each data plane but those of tests. */
  public static final WaitTimes DEFAULT =
      new WaitTimes(
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofSeconds(3),
          Duration.ofSeconds(10));

  /** By then a standstill is over, and a killed process has marked none of its snapshots. */
  public Duration abandonedAfter() {
    return standstill.plusSeconds(30);
  }
}
