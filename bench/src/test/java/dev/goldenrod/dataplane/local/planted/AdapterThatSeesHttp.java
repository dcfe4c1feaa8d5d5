package dev.goldenrod.dataplane.local.planted;

import dev.goldenrod.http.planted.HandlerThatHoldsAPort;

/** Breaks a rule, to prove that the rule holds. */
public final class AdapterThatSeesHttp {
  private AdapterThatSeesHttp() {}

  static Class<?> other() {
    return HandlerThatHoldsAPort.class;
  }
}
