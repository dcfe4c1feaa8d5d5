package dev.goldenrod.server.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for a server's data directory, as given to {@code serve}. */
final class DataDirOption {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod",
      description = "The server's data directory (~/.goldenrod).")
  private Path dataDir = Path.of("");

  Path path() {
    return dataDir;
  }
}
