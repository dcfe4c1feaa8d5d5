package dev.goldenrod.client.planted;

import dev.goldenrod.port.Store;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class ClientThatSeesTheCore {
  private ClientThatSeesTheCore() {}

  static Class<?> store() {
    return Store.class;
  }
}
