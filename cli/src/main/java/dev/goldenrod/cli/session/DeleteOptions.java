package dev.goldenrod.cli.session;

import picocli.CommandLine.Option;

/** Options that confirm a destructive command or only print its plan. */
public final class DeleteOptions {
  @Option(
      names = {"-y", "--yes"},
      description = "Do it without asking.")
  boolean isSure;

  @Option(names = "--dry-run", description = "Print what would go, and change nothing.")
  boolean isDryRun;
}
