package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.launch.LaunchMeasurement.Measured;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

public final class LaunchReport {
  private final PrintStream out;

  public LaunchReport(PrintStream out) {
    this.out = out;
  }

  public void print(Map<GoldenSize, Measured> measured) {
    out.printf("%n%-8s %-12s %9s %9s %9s%n", "golden", "launched", "min", "median", "max");
    measured.forEach(
        (size, figures) -> {
          line(size.label(), "by the API", figures.api(), "%9.1f", " ms");
          line("", "by hand", figures.hand(), "%9.1f", " ms");
          line("", "ratio", figures.api().over(figures.hand()), "%9.2f", "");
          out.printf("%-8s ratio of the medians: %.2f%n", "", ratio(figures));
        });
    List<GoldenSize> sizes = List.copyOf(measured.keySet());
    for (GoldenSize other : sizes.subList(1, sizes.size())) {
      compare(sizes.get(0), other, "by the API", measured, true);
      compare(sizes.get(0), other, "by hand", measured, false);
    }
  }

  private void compare(
      GoldenSize small,
      GoldenSize large,
      String way,
      Map<GoldenSize, Measured> measured,
      boolean api) {
    Samples one = api ? measured.get(small).api() : measured.get(small).hand();
    Samples other = api ? measured.get(large).api() : measured.get(large).hand();
    out.printf(
        "%s / %s, %s: ratio of the medians %.2f, median of each round's ratio %.2f%n",
        large.label(), small.label(), way, other.median() / one.median(), other.over(one).median());
  }

  private void line(String label, String way, Samples samples, String number, String unit) {
    out.printf(
        "%-8s %-12s " + number + " " + number + " " + number + "%s%n",
        label,
        way,
        samples.min(),
        samples.median(),
        samples.max(),
        unit);
  }

  private static double ratio(Measured figures) {
    return figures.api().median() / figures.hand().median();
  }
}
