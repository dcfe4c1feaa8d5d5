package dev.goldenrod.dataplane.planted;

import dev.goldenrod.dataplane.local.planted.AdapterThatSeesHttp;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class DriverThatSeesADataPlane {
  private DriverThatSeesADataPlane() {}

  static Class<?> other() {
    return AdapterThatSeesHttp.class;
  }
}
