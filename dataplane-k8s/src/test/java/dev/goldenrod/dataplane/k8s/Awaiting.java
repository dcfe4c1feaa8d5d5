package dev.goldenrod.dataplane.k8s;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

final class Awaiting {
  private Awaiting() {}

  static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(8));
  }
}
