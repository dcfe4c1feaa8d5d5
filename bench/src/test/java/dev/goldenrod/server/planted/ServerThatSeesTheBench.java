package dev.goldenrod.server.planted;

import dev.goldenrod.bench.http.BaselineServer;

/** Breaks a rule, to prove that the rule holds. */
public final class ServerThatSeesTheBench {
  private ServerThatSeesTheBench() {}

  static Class<?> baseline() {
    return BaselineServer.class;
  }
}
