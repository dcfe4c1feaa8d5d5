package dev.goldenrod.cli.planted;

import dev.goldenrod.server.cli.Main;

/** Breaks a rule, to prove that the rule holds. */
public final class CommandThatSeesTheServer {
  private CommandThatSeesTheServer() {}

  static void start() {
    Main.main(new String[0]);
  }
}
