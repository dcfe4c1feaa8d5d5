package dev.goldenrod.server.planted;

import dev.goldenrod.testing.MutableClock;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class ServerOnFakes {
  private ServerOnFakes() {}

  static Class<?> clock() {
    return MutableClock.class;
  }
}
