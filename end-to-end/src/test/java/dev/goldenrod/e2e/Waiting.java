package dev.goldenrod.e2e;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for conditions with short polling intervals. */
final class Waiting {
  private Waiting() {}

  static ConditionFactory await(String what) {
    return Awaitility.await(what)
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(25))
        .atMost(Duration.ofMinutes(8));
  }
}
