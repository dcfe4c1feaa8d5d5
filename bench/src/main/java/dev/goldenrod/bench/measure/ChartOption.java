package dev.goldenrod.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for a chart of the figures. */
public final class ChartOption {
  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "File for a chart of the figures, in SVG; none without this option.")
  private @Nullable Path file;

  /** Writes the chart if the user wants one. */
  public void write(Chart chart) {
    if (file == null) {
      return;
    }
    try {
      Files.writeString(file, chart.svg());
    } catch (IOException e) {
      throw new BenchFailure("the chart cannot be written to " + file + ": " + e, e);
    }
  }
}
