package dev.goldenrod.dataplane.k8s;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long tests on a cluster wait for something, and how often they look. */
final class Awaiting {
  private Awaiting() {}

  static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(8));
  }
}
