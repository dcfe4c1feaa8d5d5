package dev.goldenrod.cli.session;

import picocli.CommandLine.Option;

/** The help of a command that has an option {@code --version} of its own. */
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean isWanted;
}
