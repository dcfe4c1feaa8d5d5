package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.ServerScript;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The time in which all processes of a database's server stand still for one copy. It ends by
 * itself, also when nobody ends it.
 *
 * @param pod that they are in
 * @param holder tells it from the standstills of other copies
 */
record Standstill(EnginePod pod, String holder) {
  static final Duration LONGEST = Duration.ofSeconds(30);

  /** By then it is over for certain, and so is what a killed server made meanwhile. */
  static final Duration ABANDONED_AFTER = LONGEST.plusSeconds(30);

  /** One that has not begun. */
  static Standstill of(EnginePod pod) {
    return new Standstill(pod, UUID.randomUUID().toString());
  }

  /** Stops the processes; false when they stand still for another copy. */
  boolean begin() {
    return run("stop", Long.toString(LONGEST.toSeconds()), holder);
  }

  /** Lets them continue; false when it was over before. */
  boolean end() {
    return run("continue", holder);
  }

  private boolean run(String... arguments) {
    String script = PodLayout.CONFIGURATION.resolve(ServerScript.STANDSTILL).toString();
    List<String> command =
        Stream.concat(Stream.of("/bin/sh", script), Arrays.stream(arguments)).toList();
    return pod.output(command, LONGEST).isBlank();
  }
}
