package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Chooses whether help texts are colored. */
final class Colors {
  private Colors() {}

  static ColorScheme scheme(Terminal terminal) {
    boolean isColoured =
        terminal.terminals().contains("out")
            && terminal.variable("NO_COLOR").isEmpty()
            && !terminal.variable("TERM").equals("dumb");
    return Help.defaultColorScheme(isColoured ? Ansi.ON : Ansi.OFF);
  }
}
