package dev.goldenrod.dataplane.local.planted;

import dev.goldenrod.http.planted.HandlerThatHoldsAPort;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class AdapterThatSeesHttp {
  private AdapterThatSeesHttp() {}

  static Class<?> other() {
    return HandlerThatHoldsAPort.class;
  }
}
