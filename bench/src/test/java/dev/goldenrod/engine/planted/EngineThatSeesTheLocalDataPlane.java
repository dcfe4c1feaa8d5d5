package dev.goldenrod.engine.planted;

import dev.goldenrod.dataplane.local.planted.AdapterThatSeesHttp;

/** Breaks a rule, to prove that the rule holds. */
public final class EngineThatSeesTheLocalDataPlane {
  private EngineThatSeesTheLocalDataPlane() {}

  static Class<?> other() {
    return AdapterThatSeesHttp.class;
  }
}
