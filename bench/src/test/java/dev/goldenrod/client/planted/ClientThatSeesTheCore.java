package dev.goldenrod.client.planted;

import dev.goldenrod.port.Store;

/** Breaks a rule, to prove that the rule holds. */
public final class ClientThatSeesTheCore {
  private ClientThatSeesTheCore() {}

  static Class<?> store() {
    return Store.class;
  }
}
