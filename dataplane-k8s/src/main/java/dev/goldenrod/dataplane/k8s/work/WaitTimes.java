package dev.goldenrod.dataplane.k8s.work;

import java.time.Duration;

/**
 * The timeouts and intervals of a data plane. Immutable.
 *
 * @param standstill the longest suspension of a server's writes for a snapshot; whole seconds
 * @param silence after which a process that makes a copy is considered killed; whole seconds
 * @param reportDelay how long work waits for something before it reports the reason
 * @param pollInterval interval at which a server in backup mode is polled
 */
public record WaitTimes(
    Duration standstill, Duration silence, Duration reportDelay, Duration pollInterval) {
  public static final WaitTimes DEFAULT =
      new WaitTimes(
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofSeconds(3),
          Duration.ofSeconds(10));

  /**
   * Returns the age of an abandoned copy: a standstill is over by then, and a killed process has
   * marked no snapshot.
   */
  public Duration abandonedAfter() {
    return standstill.plusSeconds(30);
  }
}
