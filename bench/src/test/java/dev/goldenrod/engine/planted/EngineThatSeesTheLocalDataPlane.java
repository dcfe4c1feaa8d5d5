package dev.goldenrod.engine.planted;

import dev.goldenrod.dataplane.local.planted.AdapterThatSeesHttp;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class EngineThatSeesTheLocalDataPlane {
  private EngineThatSeesTheLocalDataPlane() {}

  static Class<?> other() {
    return AdapterThatSeesHttp.class;
  }
}
