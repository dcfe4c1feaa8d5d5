package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.branch.BranchMeasurement.Measured;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import java.io.PrintStream;

/** Prints the figures of snapshots, branches and new databases. */
final class BranchReport {
  private final PrintStream out;

  BranchReport(PrintStream out) {
    this.out = out;
  }

  void heading() {
    out.printf("%n%-9s %-11s %-21s %9s %9s %9s%n", "database", "", "", "min", "median", "max");
  }

  void print(GoldenSize size, String state, Measured measured) {
    line(size.label(), state, "snapshot", measured.snapshot());
    line("", "", "  clients held up", measured.snapshotPause());
    line("", "", "branch", measured.branch());
    line("", "", "  clients held up", measured.branchPause());
  }

  /** Prints times that were measured in the same rounds. */
  void printNew(Samples created, Samples started, Samples launched) {
    line("new", "", "database", created);
    line("", "", "  start of its engine", started);
    line("", "", "launch", launched);
    out.printf(
        "New database / PostgreSQL launch: ratio of the medians %.2f, median of each round's ratio"
            + " %.2f%n",
        created.median() / launched.median(), created.over(launched).median());
  }

  private void line(String label, String state, String what, Samples samples) {
    out.printf(
        "%-9s %-11s %-21s %9.1f %9.1f %9.1f ms%n",
        label, state, what, samples.min(), samples.median(), samples.max());
  }
}
