package dev.goldenrod.bench;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names a benchmark's folder. */
final class BenchFolder {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod-bench",
      description = "Folder for the benchmark alone, removed when it ends (~/.goldenrod-bench).")
  private Path dir = Path.of("");

  Path path() {
    return dir;
  }
}
