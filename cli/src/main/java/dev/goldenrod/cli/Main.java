package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.Terminal;

/** The thin jar: the words that need nothing but a server. */
public final class Main {
  private Main() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    Terminal terminal = Terminal.ofProcess();
    int code = new Cli(terminal).execute(args);
    terminal.out().flush();
    System.exit(code);
  }
}
