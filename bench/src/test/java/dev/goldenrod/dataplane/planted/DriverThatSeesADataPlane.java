package dev.goldenrod.dataplane.planted;

import dev.goldenrod.dataplane.local.planted.AdapterThatSeesHttp;

/** Breaks a rule, to prove that the rule holds. */
public final class DriverThatSeesADataPlane {
  private DriverThatSeesADataPlane() {}

  static Class<?> other() {
    return AdapterThatSeesHttp.class;
  }
}
