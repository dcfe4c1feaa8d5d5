package dev.goldenrod.http.planted;

import dev.goldenrod.dataplane.local.planted.AdapterThatSeesHttp;

/** Breaks a rule, to prove that the rule holds. */
public final class AdapterThatSeesTheDataPlane {
  private AdapterThatSeesTheDataPlane() {}

  static Class<?> other() {
    return AdapterThatSeesHttp.class;
  }
}
