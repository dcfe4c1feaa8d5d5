package dev.goldenrod.cli.session;

import picocli.CommandLine.Option;

/** The help option for commands that define {@code --version} themselves. */
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean isWanted;
}
