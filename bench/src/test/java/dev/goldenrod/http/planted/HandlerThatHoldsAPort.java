package dev.goldenrod.http.planted;

import dev.goldenrod.port.DataPlane;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class HandlerThatHoldsAPort {
  private HandlerThatHoldsAPort() {}

  static String identity(DataPlane dataPlane) {
    return dataPlane.identity();
  }
}
