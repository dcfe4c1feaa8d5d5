package dev.goldenrod.cli.session;

import picocli.CommandLine.Option;

/** How a command that takes something away is allowed to. */
public final class DeleteOptions {
  @Option(
      names = {"-y", "--yes"},
      description = "Do it without asking.")
  boolean isSure;

  @Option(names = "--dry-run", description = "Print what would go, and change nothing.")
  boolean isDryRun;
}
