package dev.goldenrod.junit.planted;

import dev.goldenrod.server.cli.Main;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class ExtensionThatSeesTheServer {
  private ExtensionThatSeesTheServer() {}

  static void start() {
    Main.main(new String[0]);
  }
}
