package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.branch.BranchMeasurement.Measured;
import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.Samples;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;

/** Prints and draws the figures of copies by the API, and of those by hand if there are any. */
final class BranchFigures {
  private static final List<String> WAYS = List.of("by the API", "by hand", "hand, syncfs");

  /** The rows of a table, each with the most that Goldenrod's median may be of the script's. */
  private enum Figure {
    SNAPSHOT("snapshot", Measured::snapshot, 1.5),
    SNAPSHOT_PAUSE("held up by a snapshot", Measured::snapshotPause, 1),
    BRANCH("branch", Measured::branch, 0.7),
    BRANCH_PAUSE("held up by a branch", Measured::branchPause, 1);

    private final String label;
    private final Function<Measured, Samples> samples;
    private final double goal;

    Figure(String label, Function<Measured, Samples> samples, double goal) {
      this.label = label;
      this.samples = samples;
      this.goal = goal;
    }
  }

  private final PrintStream out;
  private final Chart chart;

  BranchFigures(PrintStream out, Chart chart) {
    this.out = out;
    this.chart = chart;
  }

  /**
   * Prints and draws the figures of one database.
   *
   * @param measured Goldenrod's figures, and the script's in both ways if it was run
   */
  void print(String database, String state, List<Measured> measured) {
    heading(database + ", " + state, measured.size() > 1 ? "API / hand" : "");
    for (Figure figure : Figure.values()) {
      List<Samples> samples = measured.stream().map(figure.samples).toList();
      print(figure, samples);
      draw("%s, %s: %s".formatted(database, state, figure.label), samples);
    }
  }

  private void print(Figure figure, List<Samples> samples) {
    Samples api = samples.get(0);
    line(figure.label, WAYS.get(0), api, "");
    for (int i = 1; i < samples.size(); i++) {
      double ratio = api.median() / samples.get(i).median();
      line("", WAYS.get(i), samples.get(i), "%.2f (goal: %.1f)".formatted(ratio, figure.goal));
    }
  }

  private void draw(String title, List<Samples> samples) {
    Chart.Group group = chart.group(title, "ms").measured(WAYS.get(0), samples.get(0));
    for (int i = 1; i < samples.size(); i++) {
      group.baseline(WAYS.get(i), samples.get(i));
    }
  }

  void printSpace(String database, long bytes) {
    out.printf("A branch of %s takes %.1f MiB of disk space.%n", database, bytes / 1048576.0);
  }

  /** Prints and draws times that were measured in the same rounds. */
  void printNew(Samples created, Samples started, Samples launched) {
    heading("new and empty", "");
    line("database", "", created, "");
    line("  start of its engine", "", started, "");
    line("launch", "", launched, "");
    chart
        .group("new and empty", "ms")
        .measured("database", created)
        .measured("launch", launched)
        .baseline("start of the engine", started);
    out.printf(
        "New database / PostgreSQL launch: ratio of the medians %.2f, median of each round's ratio"
            + " %.2f%n",
        created.median() / launched.median(), created.over(launched).median());
  }

  private void heading(String databases, String ratio) {
    out.printf("%n%-23s %-12s %9s %9s %9s      %s%n", databases, "", "min", "median", "max", ratio);
  }

  private void line(String what, String way, Samples samples, String ratio) {
    out.printf(
        "%-23s %-12s %9.1f %9.1f %9.1f ms   %s%n",
        what, way, samples.min(), samples.median(), samples.max(), ratio);
  }
}
