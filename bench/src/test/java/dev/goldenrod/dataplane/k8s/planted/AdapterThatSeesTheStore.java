package dev.goldenrod.dataplane.k8s.planted;

import dev.goldenrod.storage.planted.AdapterThatSeesTheServer;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class AdapterThatSeesTheStore {
  private AdapterThatSeesTheStore() {}

  static Class<?> other() {
    return AdapterThatSeesTheServer.class;
  }
}
