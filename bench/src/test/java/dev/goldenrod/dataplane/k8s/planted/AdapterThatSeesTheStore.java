package dev.goldenrod.dataplane.k8s.planted;

import dev.goldenrod.storage.planted.AdapterThatSeesTheServer;

/** Breaks a rule, to prove that the rule holds. */
public final class AdapterThatSeesTheStore {
  private AdapterThatSeesTheStore() {}

  static Class<?> other() {
    return AdapterThatSeesTheServer.class;
  }
}
