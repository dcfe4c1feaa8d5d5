package dev.goldenrod.cli.planted;

import dev.goldenrod.server.cli.Main;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class CommandThatSeesTheServer {
  private CommandThatSeesTheServer() {}

  static void start() {
    Main.main(new String[0]);
  }
}
