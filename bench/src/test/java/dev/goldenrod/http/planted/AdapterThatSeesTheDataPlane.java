package dev.goldenrod.http.planted;

import dev.goldenrod.dataplane.local.planted.AdapterThatSeesHttp;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class AdapterThatSeesTheDataPlane {
  private AdapterThatSeesTheDataPlane() {}

  static Class<?> other() {
    return AdapterThatSeesHttp.class;
  }
}
