package dev.goldenrod.dataplane.k8s.simulated.object;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Points of time as the API writes them. */
public final class Times {
  private Times() {}

  public static String now() {
    return inSeconds(0);
  }

  public static String inSeconds(long seconds) {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds).toString();
  }
}
