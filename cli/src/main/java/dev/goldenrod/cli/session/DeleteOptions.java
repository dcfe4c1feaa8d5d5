package dev.goldenrod.cli.session;

import picocli.CommandLine.Option;

/** Options that confirm a destructive command or only print its plan. */
public final class DeleteOptions {
  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask for confirmation.")
  boolean isSure;

  @Option(names = "--dry-run", description = "Print what would be lost, and change nothing.")
  boolean isDryRun;
}
