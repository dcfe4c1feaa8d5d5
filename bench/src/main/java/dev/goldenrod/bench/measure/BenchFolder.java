package dev.goldenrod.bench.measure;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for a benchmark's directory. */
public final class BenchFolder {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod-bench",
      description =
          "Folder for the benchmark only, removed when the benchmark ends"
              + " (~/.goldenrod-bench).")
  private Path dir = Path.of("");

  public Path path() {
    return dir;
  }
}
