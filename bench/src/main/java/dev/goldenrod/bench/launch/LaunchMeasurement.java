package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.environment.ApiLauncher;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares launches by the API with a baseline, for goldens of several sizes. Each round measures
 * each size in both ways, in alternating order.
 */
public final class LaunchMeasurement {
  /** The figures of one size, in milliseconds. */
  public record Measured(Samples api, Samples hand) {
    Measured() {
      this(new Samples(), new Samples());
    }
  }

  /** Creates clones without Goldenrod, but in the same way. */
  public interface Baseline {
    /** Creates a clone of the golden, and returns the milliseconds until a login succeeded. */
    double launch(String golden);

    void removeAll();
  }

  private final ApiLauncher goldenrod;
  private final int atOnce;
  private final Baseline hand;
  private final Map<GoldenSize, String> volumes;

  /**
   * @param atOnce the number of clones of each launch; the baseline must create as many
   * @param volumes the name of each size's golden in the baseline
   */
  public LaunchMeasurement(
      ApiLauncher goldenrod, int atOnce, Baseline hand, Map<GoldenSize, String> volumes) {
    this.goldenrod = goldenrod;
    this.atOnce = atOnce;
    this.hand = hand;
    this.volumes = volumes;
  }

  /** Measures the rounds, after warm-up rounds whose figures are dropped. */
  public Map<GoldenSize, Measured> run(int warmUps, int rounds) {
    for (int i = 0; i < warmUps; i++) {
      round(i, empty());
    }
    Map<GoldenSize, Measured> measured = empty();
    for (int i = 0; i < rounds; i++) {
      round(i, measured);
    }
    return measured;
  }

  /**
   * A file system that is still freeing blocks is slow, so clones are deleted at the end of a
   * round.
   */
  private void round(int number, Map<GoldenSize, Measured> measured) {
    volumes.forEach(
        (size, volume) -> {
          Measured figures = measured.get(size);
          if (number % 2 == 0) {
            figures.api().add(goldenrod.launch(size.golden(), atOnce));
            figures.hand().add(hand.launch(volume));
          } else {
            figures.hand().add(hand.launch(volume));
            figures.api().add(goldenrod.launch(size.golden(), atOnce));
          }
        });
    goldenrod.removeAll();
    hand.removeAll();
  }

  private Map<GoldenSize, Measured> empty() {
    Map<GoldenSize, Measured> measured = new LinkedHashMap<>();
    volumes.keySet().forEach(size -> measured.put(size, new Measured()));
    return measured;
  }

  /** Prints the figures of all sizes, and compares the sizes. */
  public static void print(PrintStream out, Map<GoldenSize, Measured> measured) {
    out.printf("%n%-8s %-12s %9s %9s %9s%n", "golden", "launched", "min", "median", "max");
    measured.forEach(
        (size, figures) -> {
          line(out, size.label(), "by the API", figures.api(), "%9.1f", " ms");
          line(out, "", "by hand", figures.hand(), "%9.1f", " ms");
          line(out, "", "ratio", figures.api().over(figures.hand()), "%9.2f", "");
          out.printf("%-8s ratio of the medians: %.2f%n", "", ratio(figures));
        });
    List<GoldenSize> sizes = List.copyOf(measured.keySet());
    for (GoldenSize other : sizes.subList(1, sizes.size())) {
      compare(out, sizes.get(0), other, "by the API", measured, true);
      compare(out, sizes.get(0), other, "by hand", measured, false);
    }
  }

  private static void compare(
      PrintStream out,
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

  private static void line(
      PrintStream out, String label, String way, Samples samples, String number, String unit) {
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
