package dev.goldenrod.http.planted;

import dev.goldenrod.port.DataPlane;

/** Breaks a rule, to prove that the rule holds. */
public final class HandlerThatHoldsAPort {
  private HandlerThatHoldsAPort() {}

  static String identity(DataPlane dataPlane) {
    return dataPlane.identity();
  }
}
