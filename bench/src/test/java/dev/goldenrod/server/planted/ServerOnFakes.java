package dev.goldenrod.server.planted;

import dev.goldenrod.testing.MutableClock;

/** Breaks a rule, to prove that the rule holds. */
public final class ServerOnFakes {
  private ServerOnFakes() {}

  static Class<?> clock() {
    return MutableClock.class;
  }
}
