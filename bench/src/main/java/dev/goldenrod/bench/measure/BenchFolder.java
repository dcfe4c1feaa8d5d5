package dev.goldenrod.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

  /** Creates an empty folder for temporary files, which the caller deletes. */
  public static Path temporary() {
    try {
      return Files.createTempDirectory("goldenrod-bench");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a folder for the benchmark", e);
    }
  }
}
