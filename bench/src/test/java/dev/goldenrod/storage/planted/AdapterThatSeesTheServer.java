package dev.goldenrod.storage.planted;

import dev.goldenrod.server.cli.Main;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class AdapterThatSeesTheServer {
  private AdapterThatSeesTheServer() {}

  static void start() {
    Main.main(new String[0]);
  }
}
