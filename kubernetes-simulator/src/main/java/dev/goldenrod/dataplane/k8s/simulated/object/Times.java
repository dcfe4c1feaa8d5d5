package dev.goldenrod.dataplane.k8s.simulated.object;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Points in time as the API writes them: RFC 3339 in UTC, with a precision of one second. */
public final class Times {
  private Times() {}

  public static String now() {
    return inSeconds(0);
  }

  public static String inSeconds(long seconds) {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds).toString();
  }
}
