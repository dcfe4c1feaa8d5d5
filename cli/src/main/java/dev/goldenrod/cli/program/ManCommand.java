package dev.goldenrod.cli.program;

import dev.goldenrod.cli.terminal.Terminal;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Prints the manual page: {@code goldenrod man | man -l -}. */
@Command(
    name = "man",
    description = "Prints the manual page, as in: goldenrod man | man -l -",
    mixinStandardHelpOptions = true)
public final class ManCommand implements Runnable {
  private final Terminal terminal;
  private final Supplier<CommandLine> all;

  public ManCommand(Terminal terminal, Supplier<CommandLine> all) {
    this.terminal = terminal;
    this.all = all;
  }

  @Override
  public void run() {
    terminal.out().print(ManPage.of(all.get()));
  }
}
