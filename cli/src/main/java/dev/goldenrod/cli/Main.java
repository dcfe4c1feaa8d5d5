package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.Terminal;

/** The entry point of the command line client alone, without the server's commands. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.ofProcess();
    int code = new Cli(terminal).execute(args);
    terminal.out().flush();
    System.exit(code);
  }
}
