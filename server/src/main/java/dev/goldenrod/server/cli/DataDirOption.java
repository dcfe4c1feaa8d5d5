package dev.goldenrod.server.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which server's data directory a command works on, as given to {@code serve}. */
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
