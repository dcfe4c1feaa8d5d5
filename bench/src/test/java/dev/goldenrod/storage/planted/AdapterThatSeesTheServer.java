package dev.goldenrod.storage.planted;

import dev.goldenrod.server.cli.Main;

/** Breaks a rule, to prove that the rule holds. */
public final class AdapterThatSeesTheServer {
  private AdapterThatSeesTheServer() {}

  static void start() {
    Main.main(new String[0]);
  }
}
