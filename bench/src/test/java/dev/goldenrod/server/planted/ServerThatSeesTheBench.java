package dev.goldenrod.server.planted;

import dev.goldenrod.bench.http.BaselineServer;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class ServerThatSeesTheBench {
  private ServerThatSeesTheBench() {}

  static Class<?> baseline() {
    return BaselineServer.class;
  }
}
