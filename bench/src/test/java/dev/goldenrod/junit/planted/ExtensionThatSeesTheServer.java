package dev.goldenrod.junit.planted;

import dev.goldenrod.server.cli.Main;

/** Breaks a rule, to prove that the rule holds. */
public final class ExtensionThatSeesTheServer {
  private ExtensionThatSeesTheServer() {}

  static void start() {
    Main.main(new String[0]);
  }
}
